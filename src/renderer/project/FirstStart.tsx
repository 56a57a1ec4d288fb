import { useActionKey } from '../actions'
import { useHost } from '../connection'
import { Button, openDialog } from '../ui'
import { ENGINES } from '../workers/engines'
import { openFolder } from './open-folder'
import './project.css'

/** Nothing is open yet: what this is, the way on, and what was found on this computer. */
export function FirstStart() {
  const engines = useHost((host) => host.info?.engines)?.filter(({ kind }) => kind !== 'acp') ?? []
  const shortcut = useActionKey('project.open')
  return (
    <div className="blank first-start">
      <h1>Open a folder to start</h1>
      <p>
        Crewdeck is a control room for AI workers: give them tasks, see what they do and what they made, steer and stop them. A Project
        is a folder and its workers. Opening one starts nothing and changes no file.
      </p>
      <p className="acts">
        <Button kind="main" icon="folder" shortcut={shortcut} onClick={() => void openFolder()}>
          Open a folder…
        </Button>
      </p>
      {engines.length > 0 && (
        <table className="engines">
          <caption className="out">What can run workers here</caption>
          <thead>
            <tr>
              <th scope="col">Engine</th>
              <th scope="col">On this host</th>
            </tr>
          </thead>
          <tbody>
            {engines.map((engine) => (
              <tr key={engine.kind}>
                <th scope="row">{engine.kind}</th>
                <td>
                  {engine.problem ?? `ready: ${ENGINES[engine.kind].short}`}{' '}
                  {engine.kind === 'pi' && engine.problem !== null && (
                    <button type="button" className="link" onClick={() => openDialog('settings')}>
                      Choose a model
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

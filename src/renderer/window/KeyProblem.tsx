/** The page was opened without its key, or with an old one. */
export function KeyProblem({ problem }: { problem: 'missing' | 'refused' }) {
  return (
    <div className="blank">
      <h1>{problem === 'missing' ? 'This page needs its key' : 'The host does not accept this key'}</h1>
      <p>
        Crewdeck prints its whole address when it starts; the part after <code>#token=</code> is the key. Open that address in this
        browser.
      </p>
    </div>
  )
}

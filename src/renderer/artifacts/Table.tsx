import { useMemo, useState } from 'react'
import { visible } from '../text/visible.logic'
import { Button } from '../ui'
import { useWords } from '../words'
import { isNumeric, readCsv, ROWS_MAX } from './csv.logic'
import { words } from './words'

/** Rows that are shown at first, and with each "more". */
const ROWS = 200

/** Separated values as a table. */
export function Table({ path, text, isCut }: { path: string; text: string; isCut: boolean }) {
  const t = useWords(words)
  const [most, setMost] = useState(ROWS)
  const csv = useMemo(() => readCsv(text, path), [text, path])
  if (!csv) return <p className="file-note">{t.noCsv}</p>
  const numeric = csv.head.map((_, column) => isNumeric(csv, column))
  const isWhole = !csv.isCut && !isCut && csv.rows.length <= most
  const classOf = (column: number): string | undefined => (numeric[column] ? 'is-right' : undefined)
  return (
    <>
      <div className="preview-table">
        <table>
          <thead>
            <tr>
              {csv.head.map((value, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- a column is known by its place
                <th key={column} scope="col" className={classOf(column)} dir="auto">
                  {visible(value)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {csv.rows.slice(0, most).map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- as is a row
              <tr key={index}>
                {row.map((value, column) => (
                  // oxlint-disable-next-line react/no-array-index-key -- as above
                  <td key={column} className={classOf(column)} dir="auto">
                    {visible(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {csv.moreColumns > 0 && <p className="file-note">{t.columns(csv.moreColumns)}</p>}
      {!isWhole && (
        <div className="preview-line">
          <span>{t.rows(Math.min(most, csv.rows.length), csv.isCut || isCut ? t.manyRows(Math.min(csv.rows.length, ROWS_MAX)) : String(csv.rows.length))}</span>
          {csv.rows.length > most && (
            <Button small onClick={() => setMost(most + ROWS)}>
              {t.moreRows}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

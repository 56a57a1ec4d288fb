/** What the forms of endpoints and agents make of their texts. */

/** Model ids, one a line or with commas between them; each once. */
export function parseModels(text: string): string[] {
  return [...new Set(text.split(/[\n,]/).map((part) => part.trim()))].filter((part) => part !== '')
}

/** An id from a name ("My server" gives "my-server"), unlike all ids that are taken; `nameless` where the name gives none. */
export function freeId(name: string, taken: readonly string[], nameless: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const base = words.join('-').slice(0, 60) || nameless
  for (let count = 1; ; count++) {
    const id = count === 1 ? base : `${base}-${count}`
    if (!taken.includes(id)) return id
  }
}

/**
 * How code is coloured: a few classes that mean something, each a colour of text.css. The highlighter wants a theme with
 * colours, so a class is written as one: number 3 is #000003.
 */

/** In the order of their numbers, from 1 on. Each is a CSS highlight `code-<name>`. */
export const CLASSES = ['comment', 'keyword', 'string', 'value', 'name', 'type', 'removed', 'added'] as const
export type CodeClass = (typeof CLASSES)[number]

const SCOPES: Record<CodeClass, readonly string[]> = {
  comment: ['comment', 'punctuation.definition.comment', 'meta.diff.header', 'meta.diff.index', 'meta.diff.range'],
  keyword: ['keyword', 'storage', 'keyword.operator.new', 'keyword.operator.expression', 'entity.name.tag', 'markup.heading', 'punctuation.definition.heading'],
  string: ['string', 'constant.other.symbol', 'punctuation.definition.string', 'markup.raw', 'markup.inline.raw'],
  value: ['constant', 'support.constant', 'variable.language', 'string.regexp', 'markup.bold', 'markup.italic'],
  name: ['entity.name.function', 'support.function', 'entity.other.attribute-name', 'support.type.property-name', 'meta.object-literal.key', 'variable.other.property.yaml'],
  type: ['entity.name.type', 'entity.name.class', 'entity.other.inherited-class', 'support.type', 'support.class', 'storage.type.built-in', 'entity.name.namespace'],
  removed: ['markup.deleted', 'punctuation.definition.deleted'],
  added: ['markup.inserted', 'punctuation.definition.inserted']
}

const PLAIN = '#000000'
const colourOf = (index: number) => `#${String(index).padStart(6, '0')}`

export const THEME = {
  name: 'crewdeck',
  type: 'light' as const,
  fg: PLAIN,
  bg: '#ffffff',
  settings: [
    { settings: { foreground: PLAIN } },
    ...CLASSES.map((name, index) => ({ scope: [...SCOPES[name]], settings: { foreground: colourOf(index + 1) } })),
    // Words and signs that are no keywords of their own.
    { scope: ['keyword.operator', 'punctuation', 'support.type.property-name.json punctuation', 'meta.brace'], settings: { foreground: PLAIN } },
    { scope: ['keyword.operator.new', 'keyword.operator.expression', 'keyword.operator.logical.python', 'storage.type.function.arrow'], settings: { foreground: colourOf(2) } },
    { scope: ['punctuation.definition.string'], settings: { foreground: colourOf(3) } },
    { scope: ['punctuation.definition.comment'], settings: { foreground: colourOf(1) } },
    { scope: ['support.type.property-name.json', 'support.type.property-name.css', 'entity.name.tag.yaml'], settings: { foreground: colourOf(5) } }
  ]
}

/** The number of a class; 0 for what has none. */
export function classOf(colour: string | undefined): number {
  const number = colour === undefined ? 0 : Number(colour.slice(1))
  return Number.isInteger(number) && number <= CLASSES.length ? number : 0
}

/**
 * "It costs $5, not $10" is no formula. A single dollar opens one only before something that is no space and after no
 * Latin letter or digit, and closes one only after something that is no space and not before a digit, much as pandoc does it.
 * What has spaces has also a sign that formulas are made of.
 */
import type { Data, Processor } from 'unified'

type Extension = NonNullable<Data['micromarkExtensions']>[number]
type Construct = Extract<NonNullable<Extension['text']>[string], { tokenize: unknown }>

const DOLLAR = 36
const WORD = /[a-z\d]/i
const SINGLE = /^\$(?!\$)/
const OPEN_OR_CLOSED_BY_SPACE = /^\$\s|\s\$$/
const SIGN = /[\\^_=<>+\-*/{}|]/

/** A remark plugin, to be used after remark-math. */
export function strictDollars(this: Processor): void {
  // oxlint-disable-next-line oxc/no-this-in-exported-function -- how plugins of unified get their processor
  for (const extension of this.data().micromarkExtensions ?? []) {
    const construct = extension.text?.[DOLLAR]
    if (construct && !Array.isArray(construct)) extension.text = { ...extension.text, [DOLLAR]: strict(construct) }
  }
}

function strict(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const before = this.previous
      const check: typeof ok = (code) => {
        const token = this.events.at(-1)?.[1]
        return !token || isFormula(this.sliceSerialize(token), before, code) ? ok(code) : nok(code)
      }
      return construct.tokenize.call(this, effects, check, nok)
    }
  }
}

/** @param source with its dollars; before and after it stand these characters, null at the ends of a text */
function isFormula(source: string, before: number | null, after: number | null): boolean {
  if (!SINGLE.test(source)) return true
  if (OPEN_OR_CLOSED_BY_SPACE.test(source) || isWord(before) || (after !== null && after >= 48 && after <= 57)) return false
  return !/\s/.test(source) || SIGN.test(source)
}

function isWord(code: number | null): boolean {
  return code !== null && code > 0 && WORD.test(String.fromCharCode(code))
}

/** From the tree of a text to elements, once per block: rows that leave the window and come back are not made again. */
import type { ReactElement } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { toJsxRuntime, type Components } from 'hast-util-to-jsx-runtime'
import { CodeWord, NoteList, NoteWay, PathLink, Picture, TaskBox, Unseen } from './elements'
import { Formula, FormulaSource } from './formulas/Formula'
import { Listing } from './code/Listing'
import type { Block } from './parse'

/** Formulas of one text that are drawn; the others are shown as they were written. */
export const FORMULAS_MAX = 200

const components: Partial<Components> = {
  pre: Listing,
  var: Formula,
  img: Picture,
  code: CodeWord,
  cite: PathLink,
  input: TaskBox,
  dfn: NoteWay,
  mark: Unseen,
  section: NoteList
}
const withoutFormulas: Partial<Components> = { ...components, var: FormulaSource }

const drawn = new WeakMap<Block, ReactElement>()
const drawnWithout = new WeakMap<Block, ReactElement>()

/** The elements of a text's blocks, in their order. */
export function drawBlocks(blocks: readonly Block[]): { key: string; element: ReactElement }[] {
  let formulas = 0
  return blocks.map((block) => {
    formulas += block.formulas
    return { key: `${block.start} ${block.tag}`, element: drawBlock(block, formulas <= FORMULAS_MAX) }
  })
}

function drawBlock(block: Block, withFormulas: boolean): ReactElement {
  const kept = withFormulas ? drawn : drawnWithout
  const known = kept.get(block)
  if (known) return known
  const made = toJsxRuntime(block.node, { Fragment, jsx, jsxs, components: withFormulas ? components : withoutFormulas })
  kept.set(block, made)
  return made
}

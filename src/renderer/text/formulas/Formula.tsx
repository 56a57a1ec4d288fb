import { useLayoutEffect, useRef, useState, type ComponentProps } from 'react'
import { useWords } from '../../words'
import { textIn } from '../elements'
import { visible } from '../visible.logic'
import { words } from '../words'
import './formulas.css'

/** Longer formulas are shown as they were written, in characters. */
const TEX_MAX = 2_000

type Typeset = typeof import('./typeset').typeset

let loaded: Typeset | null = null
let loading: Promise<Typeset | null> | null = null

/** Null until it is there, and for good where it cannot be had. */
function load(): Promise<Typeset | null> {
  loading ??= import('./typeset').then(
    (module) => (loaded = module.typeset),
    () => null
  )
  return loading
}

interface FormulaProps extends ComponentProps<'var'> {
  'data-block'?: boolean
}

/** A formula; as it was written until it can be drawn, and where it cannot. */
export function Formula({ children, 'data-block': isBlock = false }: FormulaProps) {
  const tex = textIn(children)
  const place = useRef<HTMLSpanElement>(null)
  const [typeset, setTypeset] = useState<Typeset | null>(() => loaded)
  const template = typeset && tex.length <= TEX_MAX ? typeset(tex, isBlock) : null
  useLayoutEffect(() => {
    if (typeset) return
    let isThere = true
    void load().then((found) => isThere && setTypeset(() => found))
    return () => {
      isThere = false
    }
  }, [typeset])
  useLayoutEffect(() => {
    if (template) place.current?.replaceChildren(template.cloneNode(true))
  }, [template])
  if (!typeset) return <Source tex={tex} isBlock={isBlock} />
  if (!template) return <FormulaSource data-block={isBlock}>{children}</FormulaSource>
  return <span ref={place} className={isBlock ? 'formula is-block' : 'formula'} dir="ltr" />
}

/** A formula that is not drawn, as it was written. */
export function FormulaSource({ children, 'data-block': isBlock = false }: FormulaProps) {
  const { notFormula } = useWords(words)
  return <Source tex={textIn(children)} isBlock={isBlock} why={notFormula} />
}

function Source({ tex, isBlock, why }: { tex: string; isBlock: boolean; why?: string }) {
  return (
    <code className={isBlock ? 'formula is-block' : 'formula'} dir="ltr" title={why}>
      {visible(tex)}
    </code>
  )
}

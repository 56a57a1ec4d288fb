import { useEffect, useState, type ReactNode } from 'react'
import { visible } from './visible.logic'
import './picture.css'

interface PictureProps {
  /** The media type that the host told by the content. */
  type: string
  /** In base64. */
  data: string
  name: string
  /** In place of a picture that cannot be drawn. */
  broken: ReactNode
}

/** A picture of this machine. It comes with the answer of the host; nothing is loaded for it. */
export function Picture({ type, data, name, broken }: PictureProps) {
  const [address, setAddress] = useState<string | null>(null)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([Uint8Array.from(atob(data), (char) => char.charCodeAt(0))], { type }))
    setAddress(url)
    setBroken(false)
    return () => URL.revokeObjectURL(url)
  }, [data, type])
  if (isBroken) return broken
  return address === null ? null : <img className="picture" src={address} alt={visible(name)} onError={() => setBroken(true)} />
}

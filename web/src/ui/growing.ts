import { useEffect, useState } from 'react'

/**
 * The part of a long list to draw now: a step more with every frame until it is all there, so that no frame has to wait for
 * all of it. It begins anew with another `name`.
 */
export function useGrowing(name: string, count: number, step: number): number {
  const [grown, setGrown] = useState({ name, to: step })
  const to = grown.name === name ? grown.to : step
  useEffect(() => {
    if (to >= count) return
    // After the frame is painted: a task of its own.
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setGrown({ name, to: to + step }))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [name, to, count, step])
  return Math.min(to, count)
}

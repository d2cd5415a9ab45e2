import { useState } from 'react'

export type Layout = 'cards' | 'rows'

const key = 'furrow.board'

/** The board's layout, as chosen on this device. */
export function useLayout() {
  const [layout, setLayout] = useState<Layout>(() =>
    localStorage.getItem(key) === 'rows' ? 'rows' : 'cards',
  )
  function choose(next: Layout) {
    localStorage.setItem(key, next)
    setLayout(next)
  }
  return [layout, choose] as const
}

import { type ComponentType, useEffect, useState } from 'react'

type Card = ComponentType<{ first: Event }>

const events = ['pointermove', 'focusin', 'pointerdown'] as const

/** The card of the person whose name is pointed at. Nothing of it is loaded before the first name is. */
export function PersonCards() {
  const [loaded, setLoaded] = useState<{ readonly Card: Card; readonly first: Event } | null>(null)
  useEffect(() => {
    if (loaded) return
    let isLoading = false
    const look = (first: Event) => {
      if (isLoading || !(first.target instanceof Element) || !first.target.closest('[data-person]')) return
      isLoading = true
      import('../profile/person-card.tsx').then(
        ({ PersonCard }) => setLoaded({ Card: PersonCard, first }),
        // The next name tries again.
        () => {
          isLoading = false
        },
      )
    }
    for (const name of events) addEventListener(name, look, { passive: true })
    return () => {
      for (const name of events) removeEventListener(name, look)
    }
  }, [loaded])
  return loaded && <loaded.Card first={loaded.first} />
}

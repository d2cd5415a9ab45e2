import { useEffect, useState } from 'react'

const [opensAfter, closesAfter, pressedAfter] = [350, 250, 450]

/**
 * The name that the reader rests on with a mouse, has focused by keys, or presses long. Tab goes from the name into the card
 * and out of it again; Escape closes it, as does everything that leaves both.
 */
export function usePointedPerson(first: Event): HTMLElement | null {
  const [link, setLink] = useState<HTMLElement | null>(null)
  useEffect(() => new Watch(setLink).begin(first), [first])
  return link
}

/** Names in a dialog have no card: a dialog keeps the pointer and the keys to itself. */
function personOf(target: EventTarget | null): HTMLElement | null {
  const person = target instanceof Element ? target.closest<HTMLElement>('[data-person]') : null
  return person?.closest('[role=dialog], [role=alertdialog]') ? null : person
}

function cardOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-person-card]') : null
}

class Watch {
  readonly #show: (link: HTMLElement | null) => void
  #shown: HTMLElement | null = null
  #next: HTMLElement | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #swallowsClick = false
  #isTouch = false

  constructor(show: (link: HTMLElement | null) => void) {
    this.#show = show
  }

  /** Listens from this event on; the answer ends that. */
  begin(first: Event): () => void {
    const all: Readonly<Record<string, (event: never) => void>> = {
      pointermove: (event: PointerEvent) => this.#point(event),
      focusin: (event: FocusEvent) => this.#focus(event),
      pointerdown: (event: PointerEvent) => this.#press(event),
      pointerup: () => this.#release(),
      pointercancel: () => this.#release(),
      click: (event: MouseEvent) => this.#click(event),
      contextmenu: (event: MouseEvent) => this.#menu(event),
      keydown: (event: KeyboardEvent) => this.#key(event),
      scroll: () => this.#scroll(),
    }
    for (const [name, run] of Object.entries(all)) addEventListener(name, run as EventListener, true)
    all[first.type]?.(first as never)
    return () => {
      clearTimeout(this.#timer)
      for (const [name, run] of Object.entries(all)) removeEventListener(name, run as EventListener, true)
    }
  }

  #set(link: HTMLElement | null): void {
    clearTimeout(this.#timer)
    this.#next = this.#shown = link
    this.#show(link)
  }

  #later(link: HTMLElement | null, after: number): void {
    if (this.#next === link) return
    clearTimeout(this.#timer)
    this.#next = link
    if (link !== this.#shown) this.#timer = setTimeout(() => this.#set(link), after)
  }

  #point({ pointerType, movementX, movementY, target }: PointerEvent): void {
    // A page that moves below a resting pointer opens nothing.
    if (pointerType === 'touch' || (movementX === 0 && movementY === 0)) return
    const person = cardOf(target) ? this.#shown : personOf(target)
    // The keys may be in the card while the pointer is elsewhere.
    if (person || !cardOf(document.activeElement)) this.#later(person, person ? opensAfter : closesAfter)
  }

  #focus({ target }: FocusEvent): void {
    const person = personOf(target)
    if (person?.matches(':focus-visible')) this.#later(person, opensAfter)
    else if (!cardOf(target) && person !== this.#shown) this.#set(null)
  }

  #press({ pointerType, target }: PointerEvent): void {
    this.#swallowsClick = false
    this.#isTouch = pointerType === 'touch'
    const person = personOf(target)
    if (this.#isTouch && person) {
      clearTimeout(this.#timer)
      this.#next = person
      this.#timer = setTimeout(() => this.#open(person), pressedAfter)
    } else if (!cardOf(target) && person !== this.#shown) this.#set(null)
  }

  /** The press that opens a card does not follow the link too. */
  #open(person: HTMLElement): void {
    this.#swallowsClick = true
    this.#set(person)
  }

  #release(): void {
    if (this.#isTouch && this.#next !== this.#shown) this.#set(this.#shown)
  }

  #click(event: MouseEvent): void {
    const { target } = event
    const isPerson = personOf(target) !== null
    if (this.#swallowsClick && isPerson) event.preventDefault()
    // After the link itself has heard of it.
    else if (isPerson || (cardOf(target) && (target as Element).closest('a')))
      setTimeout(() => this.#set(null))
    this.#swallowsClick = false
  }

  /** A phone's own menu of a link would lie over the card. */
  #menu(event: MouseEvent): void {
    const person = personOf(event.target)
    if (!this.#isTouch || !person) return
    event.preventDefault()
    if (person !== this.#shown) this.#open(person)
  }

  #key(event: KeyboardEvent): void {
    if (this.#shown === null) return
    if (event.key === 'Escape') {
      if (cardOf(document.activeElement)) this.#shown.focus()
      this.#set(null)
    } else if (event.key === 'Tab') this.#tab(event, this.#shown)
  }

  #tab(event: KeyboardEvent, link: HTMLElement): void {
    const inside = [...document.querySelectorAll<HTMLElement>('[data-person-card] :is(a, button)')]
    const from = document.activeElement
    if (!event.shiftKey && from === link) {
      event.preventDefault()
      inside[0]?.focus()
    } else if (from === (event.shiftKey ? inside[0] : inside.at(-1))) {
      // Backwards it rests on the name; forwards the browser goes on from there.
      link.focus()
      if (event.shiftKey) event.preventDefault()
      else this.#set(null)
    }
  }

  #scroll(): void {
    if (this.#shown && !cardOf(document.activeElement)) this.#set(null)
  }
}

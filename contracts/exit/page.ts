import { declined, reasonOf } from './chain.ts'

/** A button of the page: a step that may be taken now, or from `from` on (unix seconds; 0 for now). */
type Button = { readonly label: string; readonly from: number }

export function element(selector: string): HTMLElement {
  return document.querySelector(selector) as HTMLElement
}

/** A form whose fields a link fills: ?contract=0x...&escrow=0x... */
export function formAt(selector: string) {
  const form = document.querySelector(selector) as HTMLFormElement
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = value
  }
  return {
    typed: (name: string) => String(new FormData(form).get(name) ?? '').trim(),
    onSubmit: (act: () => void) =>
      form.addEventListener('submit', event => {
        event.preventDefault()
        act()
      }),
  }
}

/** Does one thing at a time, and says there how far it is and how it ended. */
export function runnerAt(selector: string) {
  const said = element(selector)
  return async (doing: string, what: (say: (words: string) => void) => Promise<string>): Promise<void> => {
    said.textContent = doing
    try {
      said.textContent = await what(words => {
        said.textContent = words
      })
    } catch (error) {
      const reason = reasonOf(error)
      said.textContent = reason === declined ? `${reason} Nothing happened.` : reason
    }
  }
}

/** A heading with its facts, and with a button for each step, which `act` takes. */
export function part<Step extends Button>(
  title: string,
  steps: readonly Step[],
  now: number,
  act: (step: Step) => void,
  facts: Readonly<Record<string, string>>,
): Element {
  const list = make('dl')
  for (const [name, value] of Object.entries(facts)) list.append(make('dt', name), make('dd', value))
  const buttons = make('div')
  buttons.className = 'steps'
  for (const step of steps) buttons.append(step.from > now ? later(step) : button(step, act))
  const article = make('article')
  article.append(make('h2', title), list, buttons)
  return article
}

export function timeOf(seconds: number): string {
  return new Date(seconds * 1_000).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}

function button<Step extends Button>(step: Step, act: (step: Step) => void): Element {
  const made = make('button', step.label)
  made.type = 'button'
  made.addEventListener('click', () => act(step))
  return made
}

function later({ label, from }: Button): Element {
  const line = make('p', `${label}: from ${timeOf(from)} on.`)
  line.className = 'later'
  return line
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, text = ''): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

type Redoc = {
  init(document: string, options: object, element: HTMLElement, done: (error?: Error) => void): void
}
declare const Redoc: Redoc

const fonts = { fontFamily: 'system-ui, sans-serif', fontSize: '16px' }
const code = { fontFamily: 'ui-monospace, monospace', fontSize: '14px' }

/** The colours of the web client, in the words of Redoc's theme. */
const colours = {
  light: {
    ...{ paper: '#fffdf7', card: '#f8f4ea', ink: '#2a2317', muted: '#65593f', line: '#ddd3bd' },
    ...{ moss: '#3a6334', good: '#2b6a24', bad: '#a12622', code: '#f1ebdc' },
  },
  dark: {
    ...{ paper: '#16130d', card: '#1f1b13', ink: '#f2ebdb', muted: '#b8ab91', line: '#3a3325' },
    ...{ moss: '#9ac787', good: '#9ac787', bad: '#f0a09a', code: '#2a251b' },
  },
}

function themeOf({ paper, card, ink, muted, line, moss, good, bad, code: shade }: typeof colours.light) {
  const answer = (color: string) => ({ color, backgroundColor: card, tabTextColor: color })
  return {
    colors: {
      primary: { main: moss, light: moss, dark: moss, contrastText: paper },
      success: { main: good },
      error: { main: bad },
      text: { primary: ink, secondary: muted },
      border: { dark: line, light: line },
      gray: { 50: card, 100: line },
      responses: { success: answer(good), error: answer(bad), redirect: answer(muted), info: answer(muted) },
    },
    schema: {
      linesColor: line,
      typeNameColor: muted,
      typeTitleColor: muted,
      requireLabelColor: bad,
      nestedBackground: card,
      arrow: { color: muted },
    },
    typography: {
      ...fonts,
      headings: { fontFamily: fonts.fontFamily },
      code: { ...code, color: ink, backgroundColor: shade, wrap: true },
      links: { color: moss, visited: moss, hover: moss },
    },
    sidebar: { backgroundColor: card, textColor: ink, activeTextColor: moss, width: '280px' },
    rightPanel: { backgroundColor: '#1f1b13', textColor: '#f2ebdb' },
    codeBlock: { backgroundColor: '#16130d' },
    fab: { backgroundColor: card, color: moss },
  }
}

function start(element: HTMLElement): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const options = {
    theme: themeOf(dark.matches ? colours.dark : colours.light),
    nativeScrollbars: true,
    hideLoading: true,
    expandResponses: '',
    jsonSampleExpandLevel: 3,
    sortRequiredPropsFirst: true,
  }
  const waiting = document.querySelector<HTMLElement>('#waiting')
  Redoc.init(element.dataset.document ?? '', options, element, error => {
    if (error === undefined || error === null) waiting?.remove()
    else if (waiting !== null) waiting.textContent = 'The description cannot be read right now.'
  })
  // Its theme is fixed once it has begun.
  dark.addEventListener('change', () => location.reload())
}

const element = document.querySelector<HTMLElement>('#reference')
if (element !== null) start(element)

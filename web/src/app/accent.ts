/** One theme's accent: a colour for controls, one for the text on it, and a tint behind text. */
export type Accent = { readonly main: string; readonly on: string; readonly soft: string }

type Rgb = readonly [number, number, number]

/** Each theme's background, its text colour on the accent, and the colour that darkens or lightens the accent. */
const grounds = {
  light: { paper: '#f8f4ea', card: '#fffdf7', on: '#fffdf7', ink: '#000000', tint: 0.14 },
  dark: { paper: '#16130d', card: '#1f1b13', on: '#16130d', ink: '#ffffff', tint: 0.2 },
} as const

/** WCAG's 4.5 for text, and a little for rounding. */
const readable = 4.6

/** A community's accent in a theme: as near to its colour as stays readable as text and under text. */
export function accentOf(color: string, theme: keyof typeof grounds): Accent {
  const { paper, card, on, ink, tint } = grounds[theme]
  const soft = mix(toRgb(card), toRgb(color), tint)
  const behind = [toRgb(paper), toRgb(card), toRgb(on), soft]
  for (let step = 0; step < 100; step++) {
    const main = mix(toRgb(color), toRgb(ink), step / 100)
    if (behind.every(ground => contrast(main, ground) >= readable))
      return { main: toHex(main), on, soft: toHex(soft) }
  }
  return { main: ink, on, soft: toHex(soft) }
}

/** The contrast of two colours by WCAG 2: from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

export function toRgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map(part => part.toString(16).padStart(2, '0')).join('')}`
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => Math.round(one[index] * (1 - share) + other[index] * share)
  return [part(0), part(1), part(2)]
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map(part => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Gives the page its community's accent in both themes; the style sheet has Furrow's own. */
export function setAccent(color: string | null): void {
  if (color === null) return
  const { style } = document.documentElement
  for (const theme of ['light', 'dark'] as const) {
    const { main, on, soft } = accentOf(color, theme)
    style.setProperty(`--accent-${theme}`, main)
    style.setProperty(`--on-accent-${theme}`, on)
    style.setProperty(`--accent-soft-${theme}`, soft)
  }
}

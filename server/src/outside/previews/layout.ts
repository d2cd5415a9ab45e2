import type { Card } from './card.ts'

/** In pixels, as social networks show links. */
export const size = { width: 1_200, height: 630 } as const

type Node = { type: 'div'; props: { style: object; children: string | readonly Node[] } }

const paper = '#f8f4ea'
const ink = '#2a2317'
const muted = '#65593f'
const wheat = '#8a5a0b'

export function layOut({ community, accent, status, title, figure, facts }: Card): Node {
  const mark = box(
    { width: 64, height: 64, borderRadius: 16, backgroundColor: accent, color: readableOn(accent) },
    { alignItems: 'center', justifyContent: 'center', fontSize: 36, fontWeight: 600 },
    [...community][0]?.toUpperCase() ?? '',
  )
  const head = row(
    mark,
    box({ marginLeft: 20, fontSize: 34, color: muted, flexGrow: 1 }, oneLineHigh, community),
    ...(status === ''
      ? []
      : [box({ fontSize: 30, backgroundColor: '#ebe2cf', borderRadius: 32 }, pill, status)]),
  )
  const foot = row(
    box({ fontSize: 60, fontWeight: 600, color: wheat, marginRight: figure === '' ? 0 : 32 }, {}, figure),
    box({ fontSize: 32, color: muted }, oneLineHigh, facts.join('  ·  ')),
  )
  return box(
    {
      width: '100%',
      height: '100%',
      flexDirection: 'column',
      backgroundColor: paper,
      boxSizing: 'border-box',
    },
    {
      fontFamily: 'latin, latin-ext',
      color: ink,
      padding: '56px 64px 44px',
      borderBottom: `20px solid ${accent}`,
    },
    [head, box({ flexGrow: 1, alignItems: 'center' }, {}, [titleOf(title)]), foot],
  )
}

function titleOf(title: string): Node {
  const fontSize = title.length <= 36 ? 84 : title.length <= 80 ? 68 : 56
  return box(
    { display: 'block', fontSize, fontWeight: 600, lineHeight: 1.15, letterSpacing: '-0.02em' },
    { lineClamp: 3, wordBreak: 'break-word', width: '100%' },
    title,
  )
}

const oneLineHigh = { display: 'block', lineClamp: 1, wordBreak: 'break-all' }
const pill = { padding: '8px 28px', flexShrink: 0 }

function row(...children: readonly Node[]): Node {
  return box({ alignItems: 'center', width: '100%' }, {}, children)
}

function box(style: object, more: object, children: string | readonly Node[]): Node {
  return { type: 'div', props: { style: { display: 'flex', ...style, ...more }, children } }
}

function readableOn(color: string): string {
  const value = Number.parseInt(color.slice(1), 16)
  const [red = 0, green = 0, blue = 0] = [value >> 16, (value >> 8) & 255, value & 255]
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? '#000000' : '#ffffff'
}

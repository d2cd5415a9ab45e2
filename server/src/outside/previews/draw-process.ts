import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import satori from 'satori'
import sharp from 'sharp'
import type { Card } from './card.ts'
import { layOut, size } from './layout.ts'

/**
 * Reads a card from standard input and writes its picture, a PNG, to standard output. Drawing takes over 100 MB; in a process
 * of its own, the service has them again when this ends.
 */
setPriority(10)
sharp.concurrency(1)
sharp.cache(false)
// The library may load SVG alone: letters come as outlines, and nothing in it names another file.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvg'] })

const { resolve } = createRequire(import.meta.url)
const fonts = ([400, 600] as const).flatMap(weight =>
  ['latin', 'latin-ext'].map(script => ({
    name: script,
    data: readFileSync(resolve(`@fontsource/figtree/files/figtree-${script}-${weight}-normal.woff`)),
    weight,
    style: 'normal' as const,
  })),
)

const card = JSON.parse(await text(process.stdin)) as Card
const svg = await satori(layOut(card) as never, { ...size, fonts })
const png = await sharp(Buffer.from(svg)).png({ palette: true, colours: 128 }).toBuffer()
process.stdout.write(png)

import { createHash } from 'node:crypto'
import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import { type Failure, mostPixels } from '../../people/files/image-limits.ts'
import type { SquareHead, SquareOrder } from './square.ts'

/**
 * Reads one image from standard input and writes squares of it to standard output, after a line of JSON that describes them. In
 * a process of its own, a hostile image harms the library without reaching the service's memory, secrets or time.
 */
const loaders = {
  'image/png': 'VipsForeignLoadPng',
  'image/jpeg': 'VipsForeignLoadJpeg',
  'image/webp': 'VipsForeignLoadWebp',
  'image/gif': 'VipsForeignLoadNsgif',
  // Reading from a pipe, it follows no reference to another file or host.
  'image/svg+xml': 'VipsForeignLoadSvg',
} as const
const svgDpi = 72

const { type, whole, sizes } = JSON.parse(process.argv[2] ?? '') as SquareOrder

setPriority(10)
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: [loaders[type]] })

function fail(failure: Failure): never {
  process.stdout.write(`${JSON.stringify({ failure })}\n`)
  process.exit(0)
}

const given = await buffer(process.stdin)
// Reads the head alone: nothing is opened yet.
const { width, height } = await sharp(given, { limitInputPixels: false, failOn: 'error' })
  .metadata()
  .catch(() => fail('unreadable'))
if (width * height > mostPixels) fail('too-large')

/** Reads the first frame of an animation, and draws an SVG at the size that is wanted. */
function open(size: number): Sharp {
  const density = type === 'image/svg+xml' ? (svgDpi * size) / Math.max(width, height) : svgDpi
  return sharp(given, {
    limitInputPixels: mostPixels,
    failOn: 'error',
    density: Math.min(Math.max(density, 1), 7_200),
  })
}

/** Drops EXIF, XMP, ICC and comments, since nothing asks to keep them, and turns the image as its camera says. */
function draw(size: number): Promise<Buffer> {
  const turned = open(size).autoOrient()
  if (whole)
    return turned
      .resize(size, size, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png({ palette: true })
      .toBuffer()
  return turned
    .resize(size, size, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .webp({ quality: 80, effort: 4 })
    .toBuffer()
}

const drawn: Buffer[] = []
for (const size of sizes) drawn.push(await draw(size).catch(() => fail('unreadable')))
const hash = createHash('sha256')
for (const one of drawn) hash.update(one)
const head: SquareHead = {
  lengths: drawn.map(({ length }) => length),
  hash: hash.digest('base64url').slice(0, 22),
}
process.stdout.write(`${JSON.stringify(head)}\n`)
for (const one of drawn) process.stdout.write(one)

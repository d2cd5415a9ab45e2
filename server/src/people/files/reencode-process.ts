import { createHash } from 'node:crypto'
import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { type Failure, type ImageType, mostFrames, mostPixels } from './image-limits.ts'

/** A process of its own: a hostile image that breaks the library has nothing of the service's memory, secrets or time. */
const formats = {
  'image/png': ['png', 'VipsForeignLoadPng', {}],
  'image/jpeg': ['jpeg', 'VipsForeignLoadJpeg', { quality: 85 }],
  'image/webp': ['webp', 'VipsForeignLoadWebp', { quality: 85, effort: 2 }],
  'image/gif': ['gif', 'VipsForeignLoadNsgif', { effort: 2 }],
} as const

const type = process.argv[2] as ImageType
const [format, loader, options] = formats[type]

setPriority(10)
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: [loader] })

function fail(failure: Failure): never {
  process.stdout.write(`${JSON.stringify({ failure })}\n`)
  process.exit(0)
}

const animated = format === 'gif' || format === 'webp'
const given = await buffer(process.stdin)
// Reads the head alone: nothing is opened yet.
const seen = await sharp(given, { limitInputPixels: false, animated, failOn: 'error' })
  .metadata()
  .catch(() => fail('unreadable'))
const { width, height, pages = 1, pageHeight = height } = seen
if (pages > mostFrames || width * pageHeight * (animated ? pages : 1) > mostPixels) fail('too-large')

// Metadata is dropped, since nothing asks to keep it: EXIF, XMP, ICC. The image is turned as the camera says.
const written = await sharp(given, { limitInputPixels: mostPixels, animated, failOn: 'error' })
  .autoOrient()
  .toFormat(format, options)
  .toBuffer({ resolveWithObject: true })
  .catch(() => fail('unreadable'))
const { data, info } = written
const head = {
  width: info.width,
  height: info.pageHeight ?? info.height,
  hash: createHash('sha256').update(data).digest('hex'),
}
process.stdout.write(`${JSON.stringify(head)}\n`)
process.stdout.write(data)

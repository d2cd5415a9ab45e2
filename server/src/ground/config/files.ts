import { join } from 'node:path'
import { hideCredentials, type Reader } from './reader.ts'

export type S3Config = {
  /** The endpoint with its bucket; the files' names are appended. */
  readonly url: string
  readonly region: string
  readonly keyId: string
  readonly keySecret: string
}

export type FilesConfig = {
  /** null: in memory, as the database is. */
  readonly folder: string | null
  readonly s3: S3Config | null
  readonly scanner: ScannerAddress | null
}

type ScannerAddress = { readonly host: string; readonly port: number } | { readonly path: string }

const names = ['FILES_S3_URL', 'FILES_S3_KEY_ID', 'FILES_S3_KEY_SECRET'] as const

export function readFiles(read: Reader): FilesConfig {
  const dataDir = read.text('DATA_DIR') ?? './data'
  return {
    folder: dataDir === ':memory:' ? null : join(dataDir, 'files'),
    s3: readS3(read),
    scanner: readScanner(read),
  }
}

function readS3(read: Reader): S3Config | null {
  const [url, keyId, keySecret] = names.map(name => read.text(name))
  if (url === null && keyId === null && keySecret === null) return null
  if (!url || !keyId || !keySecret) {
    read.problems.push(`${names.join(', ')} must be set together.`)
    return null
  }
  return {
    url: read.url('FILES_S3_URL', ''),
    region: read.text('FILES_S3_REGION') ?? 'us-east-1',
    keyId,
    keySecret,
  }
}

/** `clamd://host:port`, or `clamd:///path/to/socket`. */
function readScanner(read: Reader): ScannerAddress | null {
  const given = read.text('FILES_SCAN')
  if (given === null) return null
  const url = URL.parse(given)
  const path = url?.pathname ?? ''
  if (url?.protocol === 'clamd:' && !url.username && !url.search && !url.hash) {
    if (url.host === '' && path.length > 1) return { path }
    if (url.hostname !== '' && url.port !== '' && path.length <= 1)
      return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) }
  }
  read.problems.push(
    `FILES_SCAN must be clamd://host:port or clamd:///path/to/socket; it is "${hideCredentials(given)}".`,
  )
  return null
}

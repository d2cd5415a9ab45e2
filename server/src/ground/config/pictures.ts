import { createHash } from 'node:crypto'
import type { Config } from './config.ts'

export type Photo =
  | { readonly kind: 'web'; readonly url: string }
  | { readonly kind: 'file'; readonly id: string }

type Pictures = Pick<Config, 'basePath' | 'community' | 'pictures' | 'publicUrl' | 'siweDomains'>

export function readPhoto(config: Pictures, photo: string): Photo | null {
  if (!config.pictures || !/^(https?:\/\/|\/(?!\/))/i.test(photo)) return null
  const url = URL.parse(photo, config.publicUrl)
  if (url === null || url.username !== '' || url.password !== '') return null
  if (!isOwn(config, url)) return url.protocol === 'https:' ? { kind: 'web', url: url.href } : null
  const { basePath } = config
  if (!url.pathname.startsWith(`${basePath}/files/`)) return null
  const [, id] =
    /^(file-\d{13}-[0-9a-f]+)\.(?:png|jpg|webp|gif)$/.exec(url.pathname.slice(`${basePath}/files/`.length)) ??
    []
  return id === undefined ? null : { kind: 'file', id }
}

/** Changes with the photo, so that a new one has a new address and is seen at once. */
export function versionOf(photo: string): string {
  return createHash('sha256').update(photo).digest('base64url').slice(0, 16)
}

/** The source recorded beside a picture: a file's id, so that both are deleted together. */
export function sourceOf(photo: Photo): string {
  return photo.kind === 'file' ? photo.id : versionOf(photo.url)
}

export type ShownLogo = {
  readonly small: string
  readonly large: string
  readonly isMade: boolean
  readonly origin: string | null
}

/** The addresses of the community's logo: at this service, so that no other host learns who reads the pages. */
export function showLogo(config: Pictures): ShownLogo | null {
  const { logo } = config.community
  if (logo === null) return null
  const url = new URL(logo)
  if (isOwn(config, url)) {
    // A path without an origin: the service may be reached under another of its domains.
    const path = url.pathname + url.search
    return { small: path, large: path, isMade: false, origin: null }
  }
  if (!config.pictures) return { small: logo, large: logo, isMade: false, origin: url.origin }
  const path = `${config.basePath}/pictures/logo?v=${versionOf(logo)}`
  return { small: path, large: `${path}&size=512`, isMade: true, origin: null }
}

function isOwn({ publicUrl, siweDomains }: Pictures, { origin }: URL): boolean {
  return origin === URL.parse(publicUrl)?.origin || (siweDomains ?? []).some(it => origin === `https://${it}`)
}

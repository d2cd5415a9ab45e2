import { createHash } from 'node:crypto'
import type { Config } from './config.ts'

/** What can be shown of somebody: a picture of another host, which is fetched, or a file of this service. */
export type Photo =
  | { readonly kind: 'web'; readonly url: string }
  | { readonly kind: 'file'; readonly id: string }

type Pictures = Pick<Config, 'basePath' | 'community' | 'pictures' | 'publicUrl' | 'siweDomains'>

/** What a profile names as its photo; null where it is nothing that the service shows. */
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

/** The same for as long as the photo is: another one has another address, so that it is seen at once. */
export function versionOf(photo: string): string {
  return createHash('sha256').update(photo).digest('base64url').slice(0, 16)
}

/** What a picture is made of, as is written beside it: a file by its id, so that both go together. */
export function sourceOf(photo: Photo): string {
  return photo.kind === 'file' ? photo.id : versionOf(photo.url)
}

export type ShownLogo = {
  readonly small: string
  readonly large: string
  /** Whether it is the service that shows it, as a PNG. */
  readonly isMade: boolean
  /** The other host that it comes from, where nothing is fetched by the service. */
  readonly origin: string | null
}

/** Where the pages find the community's logo: at this service, so that no other host learns who reads them. */
export function showLogo(config: Pictures): ShownLogo | null {
  const { logo } = config.community
  if (logo === null) return null
  const url = new URL(logo)
  if (isOwn(config, url)) {
    // By its path alone: the service may be asked under another of its domains.
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

export type OwnFile = {
  /** The last part of its address. */
  readonly name: string
  readonly isImage: boolean
  /** Whether only some may see it: a browser cannot ask for it by itself then. */
  readonly isPrivate: boolean
}

/** Matches the path alone: a link to another host begins with two slashes, or a scheme. */
const form =
  /^\/(?!\/)(?:[\w.~-]+\/)*files\/(file-\d{13}-[0-9a-f]+(-private)?\.(?:(png|jpg|webp|gif)|pdf|txt))$/

/** A file by the last part of its address. */
export function toOwnFile(name: string): OwnFile | null {
  return findOwnFile(`/files/${name}`)
}

/** The file of this service that an address of a text leads to; null for any other address. */
export function findOwnFile(url: string | undefined): OwnFile | null {
  const [, name, hidden, image] = form.exec(url ?? '') ?? []
  return name === undefined ? null : { name, isImage: image !== undefined, isPrivate: hidden !== undefined }
}

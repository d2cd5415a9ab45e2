/** A giver's word that this payer may pay in for them; the link to the quest carries it, and the service knows nothing of it. */
export type SponsorWords = { readonly payer: string; readonly deadline: number; readonly signature: string }

const known = /^#payer=(0x[0-9a-f]{40})&until=([1-9]\d{0,10})&signature=(0x(?:[0-9a-f]{2}){1,4000})$/i

/** null where the address of the page carries none. */
export function readSponsorWords(hash: string): SponsorWords | null {
  const [, payer, until, signature] = known.exec(hash) ?? []
  if (payer === undefined || signature === undefined) return null
  return { payer, deadline: Number(until), signature }
}

/** Behind `#`, so that it goes to no server. */
export function sponsorLink(page: string, { payer, deadline, signature }: SponsorWords): string {
  return `${page}#payer=${payer}&until=${deadline}&signature=${signature}`
}

/** The prefix of pseudonyms for people who left, which are nobody's addresses: ten bytes that no wallet has by chance. */
export const leftPrefix = '0x6c656674000000000000'

/** Whether this is the pseudonym of somebody who left: nobody reads letters to it, and nobody can be paid at it. */
export function hasLeft(address: string): boolean {
  return address.toLowerCase().startsWith(leftPrefix)
}

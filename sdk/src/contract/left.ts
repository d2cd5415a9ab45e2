/**
 * What the names of those who left begin with, who are called by nobody's address: ten bytes that no wallet has by chance.
 */
export const leftPrefix = '0x6c656674000000000000'

/** Whether this is what somebody is called who left: nobody reads letters to it, and nobody can be paid at it. */
export function hasLeft(address: string): boolean {
  return address.toLowerCase().startsWith(leftPrefix)
}

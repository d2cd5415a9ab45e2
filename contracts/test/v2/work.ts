import { questId } from '../escrow.ts'

/** A hash of what an attester saw, which attestations of the third version name. */
export const work = questId('https://code.example/merges/1')

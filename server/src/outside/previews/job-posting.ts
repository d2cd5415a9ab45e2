import { checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { FoundRow } from '../../quests/change/lock.ts'
import { excerptOf } from './words.ts'

/** A quest that takes farmers, as boards of jobs read it (schema.org's JobPosting); null for one that takes none. */
export function describeJob(row: FoundRow, giver: string, now: number): ((origin: string) => object) | null {
  const { id, title, description, amount, token, deadline, paused, status, taken } = row
  const free = row.max_farmers - taken
  const isOpen = status === 'open' || status === 'in-progress'
  if (!isOpen || paused === 1 || free <= 0 || (deadline !== null && deadline <= now)) return null
  return origin => ({
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title,
    description: excerptOf(description, 5_000),
    identifier: { '@type': 'PropertyValue', name: origin, value: id },
    url: `${origin}/quests/${id}`,
    datePosted: instant(row.created_at),
    ...(deadline !== null && { validThrough: instant(deadline) }),
    employmentType: 'CONTRACTOR',
    jobLocationType: 'TELECOMMUTE',
    totalJobOpenings: free,
    directApply: true,
    hiringOrganization: {
      '@type': 'Organization',
      name: giver,
      sameAs: `${origin}/profile/${checksum(row.giver)}`,
    },
    // For the whole of the work, and not for a time of it.
    baseSalary: { '@type': 'MonetaryAmount', currency: token, value: amount },
  })
}

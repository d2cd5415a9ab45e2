import type {
  Giving,
  GivingQuery,
  KeptPasskey,
  PayerAnswer,
  PayerQuery,
  Profile,
  ProfileCard,
  ProfileChange,
  ProfilesQuery,
  Resolution,
} from './contract/index.ts'
import { type Connection, type Page, request, requestBlob, requestPage } from './transport.ts'

/** Profiles. */
export const profile = (connection: Connection) => ({
  /** Anyone's profile, or one's own without an address; `init` creates it where there is none. */
  get: (address?: string, { init = false }: { init?: boolean } = {}) =>
    request<Profile>(connection, 'GET', '/profile/', {
      query: { address, ...(init && { init: 'true' }) },
    }),
  /** How an address pays, with a page of the work that it is reckoned from. */
  payer: (address: string, query: Omit<PayerQuery, 'address'> = {}): Promise<Page<PayerAnswer>> =>
    requestPage<PayerAnswer>(connection, '/profile/payer', { address, ...query }),
  /** The account of a passkey, for a device that does not know its public key. */
  passkey: (id: string) => request<KeptPasskey>(connection, 'GET', '/profile/passkey', { query: { id } }),
  /**
   * Your figures as a giver, over the quests that you posted in a span of days (the last 90 by default): numbers, the medians
   * of each step's time, and the cost of merged work. `{ from: '2026-01-01', to: '2026-03-31' }`
   */
  giving: (query: GivingQuery = {}) => request<Giving>(connection, 'GET', '/profile/giving', { query }),
  /** The same figures as CSV, one a line. */
  givingCsv: (query: GivingQuery = {}) => requestBlob(connection, '/profile/giving.csv', query),
  /** Changes the given fields of one's own profile. */
  change: (body: ProfileChange) => request<Profile>(connection, 'PUT', '/profile/', { body }),
})

/** Many people at once. */
export const profiles = (connection: Connection) => ({
  /** Names for up to 100 addresses: a short card for each, also for those without a profile. */
  cards: (addresses: readonly string[]) =>
    request<ProfileCard[]>(connection, 'GET', '/profiles', { query: { address: addresses.join(',') } }),
  /** A page of the directory of farmers: `{ skill: 'typescript', sort: 'rating' }`. */
  find: (query: Omit<ProfilesQuery, 'address'> = {}): Promise<Page<ProfileCard[]>> =>
    requestPage<ProfileCard[]>(connection, '/profiles', query),
})

/** ENS names and addresses. */
export const resolve = (connection: Connection) => ({
  /** From an ENS name to its address. */
  name: (name: string) => request<Resolution>(connection, 'GET', '/resolve', { query: { name } }),
  /** From an address to its ENS name. */
  address: (address: string) => request<Resolution>(connection, 'GET', '/resolve', { query: { address } }),
})

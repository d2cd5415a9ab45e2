import { connectTo, type Furrow, type FurrowOptions, forget, furrowOf } from './furrow.ts'
import { standIn } from './stand-in.ts'
import type { Connection } from './transport.ts'

/** Names with blanks between them: all of an area, but for those that are made here. */
type All<T, N extends string> = [
  Exclude<keyof T, Word<N> | 'drafts' | 'follows' | 'bookmarks' | 'trust' | 'resume'>,
] extends [never]
  ? N
  : never
/** With what was found, since a compiler follows such a type for longer. */
type Word<N extends string, Found = never> = N extends `${infer First} ${infer Rest}`
  ? Word<Rest, Found | First>
  : Found | N

/**
 * A typed client of a Furrow service. Each area is loaded at its first call.
 *
 * @example
 * const furrow = createFurrow({ baseUrl: 'http://127.0.0.1:8080/api' })
 * await furrow.signIn(walletClient)
 * const { items: quests } = await furrow.quests.list({ status: 'open', skill: 'typescript' })
 * await furrow.quests.accept(quests[0])
 */
export function createFurrow(options: FurrowOptions): Furrow {
  const connection = connectTo(options)
  const area = <T extends object, N extends string>(
    names: All<T, N>,
    load: () => Promise<(connection: Connection) => T>,
  ) => standIn(connection, names, load)
  const session = area('signIn signOut signOutEverywhere', async () => (await import('./session.ts')).session)
  return furrowOf(connection, {
    ...session,
    resume(token) {
      connection.token = token
    },
    signOut() {
      const ended = session.signOut()
      forget(connection)
      return ended
    },
    ...area(
      'config version overview doctor getMe whoAmI checkBetaCode leaderboard leaderboardRules reputation reputationPage verify previewProof',
      async () => (await import('./service.ts')).service,
    ),
    setup: area('get begin connect disconnect check', async () => (await import('./service.ts')).setup),
    codehost: area('exchange', async () => (await import('./service.ts')).codehost),
    sessions: area('list end', async () => (await import('./sessions.ts')).sessions),
    keys: area('make asked grant list revoke', async () => (await import('./sessions.ts')).keys),
    account: area(
      'get export statement delete gasTicket',
      async () => (await import('./account.ts')).account,
    ),
    profile: area(
      'get payer passkey giving givingCsv change',
      async () => (await import('./people.ts')).profile,
    ),
    profiles: area('cards find', async () => (await import('./people.ts')).profiles),
    resolve: area('name address', async () => (await import('./people.ts')).resolve),
    quests: {
      ...area(questCalls, async () => (await import('./quests.ts')).quests),
      drafts: area('list get create save delete', async () => (await import('./quests.ts')).questDrafts),
      follows: area('list add change end', async () => (await import('./quests.ts')).questFollows),
      bookmarks: area('list ids add remove', async () => (await import('./quests.ts')).questBookmarks),
      trust: area('get save', async () => (await import('./quests.ts')).questTrust),
    },
    tasks: area('list counts', async () => (await import('./tasks.ts')).tasks),
    payouts: area('due paidMany', async () => (await import('./payouts.ts')).payouts),
    thanks: area(
      'list own promise paid sayPaid received notReceived withdraw',
      async () => (await import('./thanks.ts')).thanks,
    ),
    credentials: area('take own get', async () => (await import('./credentials.ts')).credentials),
    mail: area('list send mark delete blocks block unblock', async () => (await import('./mail.ts')).mail),
    notifications: area(
      'get add change test remove confirm',
      async () => (await import('./notifications.ts')).notifications,
    ),
    files: area('upload list open delete', async () => (await import('./files.ts')).files),
    communityDao: area(
      'get page propose change proposal votes ownVote exportVotes safeFile showPaid vote castVote delegations delegate revokeDelegation veto',
      async () => (await import('./community-dao.ts')).communityDao,
    ),
    moderation: area(
      'report mine answer queue log act dismissReporter moderators nameModerator removeModerator',
      async () => (await import('./moderation.ts')).moderation,
    ),
  })
}

const questCalls =
  'list get facets desk noteOn events eventsOfDay revisions applications disputes evidence comments comment changeComment deleteComment closeComments import importLabel post postPlan edit pause resume complete cancel eligibility accept apply admit decline remove keep extend withdraw invite declineInvite submit approve approval signApproval sendApproval return review dispute answer addEvidence concede proposePart agree share agreeToShare refuseShare back stopBacking object entries enter withdrawEntry ballots ownBallot castBallot rank disputeRanking resolveRanking resolve fund paid sayPaid confirmPayment notReceived'

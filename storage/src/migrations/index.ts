import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from '../database.ts'
import { isBusy } from '../outage.ts'
import { RefusedError } from '../refused.ts'
import type { Tables } from '../tables.ts'
import { first } from './001-first.ts'
import { codehost } from './002-codehost.ts'
import { escrow } from './003-escrow.ts'
import { names } from './004-names.ts'
import { heart, type Settings } from './005-heart.ts'
import { quotas } from './006-quotas.ts'
import { letter } from './007-letter.ts'
import { due } from './008-due.ts'
import { search } from './009-search.ts'
import { obligations } from './010-obligations.ts'
import { sorts } from './010-sorts.ts'
import { idempotency } from './011-idempotency.ts'
import { auditLog } from './012-audit-log.ts'
import { points } from './013-points.ts'
import { places } from './014-places.ts'
import { exactSums } from './015-exact-sums.ts'
import { judging } from './015-judging.ts'
import { questLife } from './016-quest-life.ts'
import { comments } from './017-comments.ts'
import { files } from './018-files.ts'
import { people } from './019-people.ts'
import { sessions } from './023-sessions.ts'
import { reconciled } from './026-reconciled.ts'
import { secondContract } from './028-second-contract.ts'
import { gas } from './029-gas.ts'
import { batches } from './030-batches.ts'
import { leaving } from './031-leaving.ts'
import { apiKeys } from './032-api-keys.ts'
import { moderation } from './033-moderation.ts'
import { outbox } from './034-outbox.ts'
import { votes } from './035-votes.ts'
import { mailByQuest } from './036-mail-by-quest.ts'
import { bot } from './037-bot.ts'
import { pictures } from './039-pictures.ts'
import { confirming } from './040-confirming.ts'
import { sealedKinds } from './041-sealed-kinds.ts'
import { hiddenFiles } from './042-hidden-files.ts'
import { pauses } from './043-pauses.ts'
import { askedChains } from './044-asked-chains.ts'
import { foldedWords } from './045-folded-words.ts'
import { commitments } from './049-commitments.ts'
import { reportRanks } from './050-report-ranks.ts'
import { hiddenComments } from './051-hidden-comments.ts'
import { payers } from './052-payers.ts'
import { listedSessions } from './053-listed-sessions.ts'
import { credits } from './056-credits.ts'
import { codeWhenBound } from './057-code-when-bound.ts'
import { liveSessions } from './058-live-sessions.ts'
import { reportNetworks } from './059-report-networks.ts'
import { channelHosts } from './060-channel-hosts.ts'
import { reclaimed } from './061-reclaimed.ts'
import { paidWork } from './062-paid-work.ts'
import { departureMarks } from './064-departure-marks.ts'
import { extensions } from './065-extensions.ts'
import { profileLanguages } from './066-languages.ts'
import { paidWords } from './070-paid-words.ts'
import { paidFarmers } from './074-paid-farmers.ts'
import { newestReleases } from './078-newest-releases.ts'
import { displayNames } from './079-display-names.ts'
import { agents } from './081-agents.ts'
import { botPulls } from './091-bot-pulls.ts'
import { botAssigned } from './092-bot-assigned.ts'
import { farmersCommands } from './093-farmers-commands.ts'
import { botGates } from './094-bot-gates.ts'
import { placeNotes } from './095-place-notes.ts'
import { passkeys } from './105-passkeys.ts'
import { eventDays } from './111-event-days.ts'
import { follows } from './113-follows.ts'
import { questions } from './114-questions.ts'
import { codehostApps } from './115-codehost-apps.ts'
import { placesLadder } from './116-places-ladder.ts'
import { conditions } from './117-conditions.ts'
import { bookmarks } from './118-bookmarks.ts'
import { trustLists } from './119-trust-lists.ts'
import { approvals } from './120-approvals.ts'
import { repositoryIds } from './122-repository-ids.ts'
import { thanks } from './123-thanks.ts'
import { placeState } from './129-place-state.ts'
import { rowTriggers } from './130-row-triggers.ts'
import { teams } from './131-teams.ts'
import { credentials } from './133-credentials.ts'
import { thanksWaiting } from './135-thanks-waiting.ts'
import { dueIndexes } from './136-due-indexes.ts'
import { plans } from './137-plans.ts'
import { contests } from './138-contests.ts'
import { backers } from './140-backers.ts'
import { finishedParts } from './143-finished-parts.ts'
import { paidByProposals } from './144-paid-by-proposals.ts'
import { paymentPrices } from './145-payment-prices.ts'
import { thirdContract } from './147-third-contract.ts'
import { coAuthors } from './148-co-authors.ts'
import { contestBallots } from './149-contest-ballots.ts'
import { toldBackers } from './153-told-backers.ts'
import { fundedBackers } from './154-funded-backers.ts'
import { escrowPayees } from './155-escrow-payees.ts'
import { prizesOnChain } from './160-prizes-on-chain.ts'
import { readMigrations, readOwnSchema } from './executed.ts'

export type { Settings }

/**
 * In order, forward only; a migration that has run anywhere is never edited. A new database begins with the tables of
 * `whole/`, which these make up to `160-prizes-on-chain`.
 */
const migrations = {
  '001-first': first,
  '002-codehost': codehost,
  '003-escrow': escrow,
  '004-names': names,
  '005-heart': heart,
  '006-quotas': quotas,
  '007-letter': letter,
  '008-due': due,
  '009-search': search,
  '010-obligations': obligations,
  '010-sorts': sorts,
  '011-idempotency': idempotency,
  '012-audit-log': auditLog,
  '013-points': points,
  '014-places': places,
  '015-exact-sums': exactSums,
  '015-judging': judging,
  '016-quest-life': questLife,
  '017-comments': comments,
  '018-files': files,
  '019-people': people,
  '023-sessions': sessions,
  '026-reconciled': reconciled,
  '028-second-contract': secondContract,
  '029-gas': gas,
  '030-batches': batches,
  '031-leaving': leaving,
  '032-api-keys': apiKeys,
  '033-moderation': moderation,
  '034-outbox': outbox,
  '035-votes': votes,
  '036-mail-by-quest': mailByQuest,
  '037-bot': bot,
  '039-pictures': pictures,
  '040-confirming': confirming,
  '041-sealed-kinds': sealedKinds,
  '042-hidden-files': hiddenFiles,
  '043-pauses': pauses,
  '044-asked-chains': askedChains,
  '045-folded-words': foldedWords,
  '049-commitments': commitments,
  '050-report-ranks': reportRanks,
  '051-hidden-comments': hiddenComments,
  '052-payers': payers,
  '053-listed-sessions': listedSessions,
  '056-credits': credits,
  '057-code-when-bound': codeWhenBound,
  '058-live-sessions': liveSessions,
  '059-report-networks': reportNetworks,
  '060-channel-hosts': channelHosts,
  '061-reclaimed': () => reclaimed,
  '062-paid-work': () => paidWork,
  '064-departure-marks': departureMarks,
  '065-extensions': () => extensions,
  '066-languages': profileLanguages,
  '070-paid-words': paidWords,
  '074-paid-farmers': () => paidFarmers,
  '078-newest-releases': () => newestReleases,
  '079-display-names': displayNames,
  '081-agents': agents,
  '091-bot-pulls': botPulls,
  '092-bot-assigned': botAssigned,
  '093-farmers-commands': farmersCommands,
  '094-bot-gates': botGates,
  '095-place-notes': placeNotes,
  '105-passkeys': passkeys,
  '111-event-days': () => eventDays,
  '113-follows': follows,
  '114-questions': questions,
  '115-codehost-apps': codehostApps,
  '116-places-ladder': placesLadder,
  '117-conditions': conditions,
  '118-bookmarks': bookmarks,
  '119-trust-lists': trustLists,
  '120-approvals': approvals,
  '122-repository-ids': repositoryIds,
  '123-thanks': thanks,
  '129-place-state': placeState,
  '130-row-triggers': rowTriggers,
  '131-teams': teams,
  '133-credentials': credentials,
  '135-thanks-waiting': thanksWaiting,
  '136-due-indexes': () => dueIndexes,
  '137-plans': plans,
  '138-contests': contests,
  '140-backers': backers,
  '143-finished-parts': () => finishedParts,
  '144-paid-by-proposals': paidByProposals,
  '145-payment-prices': paymentPrices,
  '147-third-contract': thirdContract,
  '148-co-authors': coAuthors,
  '149-contest-ballots': contestBallots,
  '153-told-backers': toldBackers,
  '154-funded-backers': fundedBackers,
  '155-escrow-payees': escrowPayees,
  '160-prizes-on-chain': prizesOnChain,
}

/** Oldest first: the newest one names the database's schema. */
export const schemas: readonly string[] = Object.keys(migrations)

/** The migrations that a new database does not go through, since it begins with their result. */
const inWhole = schemas.slice(0, schemas.indexOf('160-prizes-on-chain') + 1)

/**
 * Migrations only add, so that the version before keeps working beside the new one. One that removes things has this in its
 * name.
 */
const takesAway = '-contract-'

export const isTakingAway = (name: string) => name.includes(takesAway)

/**
 * Migrates to the newest schema, or to the given one; processes that start together take turns. Returns the migrations of a
 * later version. @throws RefusedError where one of them removed things that this version uses.
 */
export async function migrate(
  { db, engine }: Database,
  settings: Settings,
  schema?: string,
): Promise<readonly string[]> {
  const own = Object.entries(migrations).map(([name, up]) => [name, { up: up(engine, settings) }] as const)
  const place = engine === 'postgres' ? { migrationTableSchema: await readOwnSchema(db) } : {}
  for (let attempt = 1; ; attempt++) {
    const run = new Set(await readMigrations(db))
    const later = [...run].filter(name => !(name in migrations))
    if (later.some(isTakingAway)) throw new RefusedError(tellOfNewer(later))
    // Most starts find everything done; the migrator would read the whole schema to say so.
    if (schema === undefined && schemas.every(name => run.has(name))) return later
    // They have run already; only the later version knows their code.
    const known = [...own, ...later.map(name => [name, { up: async () => {} }] as const)]
    const provider = { getMigrations: async () => Object.fromEntries(known) }
    const go = async (db: Kysely<Tables>) => {
      const migrator = new Migrator({ db, provider, ...place })
      const { error } = await (schema === undefined ? migrator.migrateToLatest() : migrator.migrateTo(schema))
      if (error !== undefined) throw error
    }
    const goOn = async () => {
      const isNew = run.size === 0 && (schema === undefined || !inWhole.slice(0, -1).includes(schema))
      if (isNew) await import('./whole/index.ts').then(({ createWhole }) => createWhole(db, inWhole))
      // The lock of PostgreSQL is the transaction's; SQLite has its own.
      await (engine === 'postgres' ? db.transaction().execute(go) : go(db))
    }
    const error = await goOn().then(
      () => null,
      (error: unknown) => error,
    )
    if (error === null) return later
    const moved = (await readMigrations(db)).some(name => !known.some(([it]) => it === name))
    if (attempt === attempts || !(moved || meetsAnother(error))) throw error
    await sleep(50 * attempt)
  }
}

function tellOfNewer(later: readonly string[]): string {
  return `This database is of a newer version, which this one cannot run on: it has ${later.join(', ')}. Start that version; or, to go back for good, restore a backup from before into an empty database (docs/backup.md).`
}

const attempts = 10

/**
 * PostgreSQL lets one of two first starts create the migrator's own tables, and fails the other, whose transaction it then
 * refuses to go on with (25P02); on SQLite one waits.
 */
function meetsAnother(error: unknown): boolean {
  return (
    isBusy(error) ||
    ['25P02', '42P06', '42P07', '42710', '23505'].includes((error as { code?: string }).code ?? '')
  )
}

import { account } from './account.ts'
import { communityDao } from './community-dao.ts'
import { credentials } from './credentials.ts'
import { files } from './files.ts'
import { connectTo, type Furrow, type FurrowOptions, furrowOf } from './furrow.ts'
import { mail } from './mail.ts'
import { moderation } from './moderation.ts'
import { notifications } from './notifications.ts'
import { payouts } from './payouts.ts'
import { profile, profiles, resolve } from './people.ts'
import { quests } from './quests.ts'
import { codehost, service, setup } from './service.ts'
import { session } from './session.ts'
import { keys, sessions } from './sessions.ts'
import { tasks } from './tasks.ts'
import { thanks } from './thanks.ts'

export type { Furrow, FurrowOptions } from './furrow.ts'

/** Like `createFurrow` of the package itself, with every area at once: for pages that use most of them. */
export function createFurrow(options: FurrowOptions): Furrow {
  const connection = connectTo(options)
  return furrowOf(connection, {
    ...session(connection),
    ...service(connection),
    codehost: codehost(connection),
    setup: setup(connection),
    sessions: sessions(connection),
    keys: keys(connection),
    account: account(connection),
    profile: profile(connection),
    profiles: profiles(connection),
    resolve: resolve(connection),
    quests: quests(connection),
    tasks: tasks(connection),
    payouts: payouts(connection),
    thanks: thanks(connection),
    credentials: credentials(connection),
    mail: mail(connection),
    notifications: notifications(connection),
    files: files(connection),
    communityDao: communityDao(connection),
    moderation: moderation(connection),
  })
}
export { createKey } from './retry.ts'

import config from './vitest.config.ts'

/** The interface, the kills and the frozen process on PostgreSQL, through PgBouncer in transaction mode. */
export default {
  ...config,
  test: {
    ...config.test,
    setupFiles: ['server/test/end-of-file.ts'],
    globalSetup: [
      'server/test/built-server.ts',
      'server/test/fresh-database.ts',
      'server/test/behind-pooler.ts',
    ],
    include: [
      'server/src/access/auth/{auth,api-keys,sessions}.test.ts',
      'server/src/access/idempotency/{crash,races}.test.ts',
      'server/src/access/quotas/quotas.test.ts',
      'server/src/community/community-dao/community-dao.test.ts',
      'server/src/community/{reputation/reputation,tasks/tasks}.test.ts',
      'server/src/community/account/leaving.test.ts',
      'server/src/outside/notifications/kill.test.ts',
      'server/src/people/{files/files,mail/mail,profile/directory,profile/profile}.test.ts',
      'server/src/quests/board/{edit,find-quests,import,judging,places,quests,work}.test.ts',
      'server/src/quests/change/{crosswise,due,frozen-writers,held-quests,refused-writes,sums}.test.ts',
      'server/src/quests/comments/comments.test.ts',
      'server/src/quests/payouts/paid-many.test.ts',
      'server/src/quests/rails/chain-rail/exactly-once.test.ts',
      'server/src/service/{process,worst-routes}.test.ts',
      'server/src/service/daemon/daemon.test.ts',
    ],
  },
}

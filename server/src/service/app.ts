import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { createRevisionReader } from '@furrow/storage/revisions.ts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { auditLogFigures } from '../access/audit-trail/figures.ts'
import { noteRefusals } from '../access/audit-trail/refusals.ts'
import { keyRoutes } from '../access/auth/key-routes.ts'
import { keepNothingPersonal } from '../access/auth/no-store.ts'
import { authRoutes } from '../access/auth/routes.ts'
import { sessionRoutes } from '../access/auth/session-routes.ts'
import { requireUnfrozen } from '../access/restraints/frozen.ts'
import { refuseFrozen } from '../access/restraints/frozen-writes.ts'
import { accountRoutes } from '../community/account/routes.ts'
import { contestBallotRoutes } from '../community/community-dao/contest-ballot-routes.ts'
import { daoJsonRoutes } from '../community/community-dao/dao-json-routes.ts'
import { payoutOfProposalRoutes } from '../community/community-dao/payout-routes.ts'
import { communityDaoRoutes } from '../community/community-dao/routes.ts'
import { voteRoutes } from '../community/community-dao/vote-routes.ts'
import { moderationRoutes } from '../community/moderation/routes.ts'
import { reputationRoutes } from '../community/reputation/routes.ts'
import { taskRoutes } from '../community/tasks/routes.ts'
import type { Context } from '../ground/context.ts'
import { admitRequests } from '../ground/http/admission.ts'
import { createBoards } from '../ground/http/boards.ts'
import { compilersFactory } from '../ground/http/compilers.ts'
import { timeRequests } from '../ground/http/durations.ts'
import { answerClientError, answerFailures, createSendFailure } from '../ground/http/failures.ts'
import { listenForFigures } from '../ground/http/figures-port.ts'
import { closeGently } from '../ground/http/gentle-close.ts'
import { headersFor, setHeaders } from '../ground/http/headers.ts'
import { reportHealth } from '../ground/http/health.ts'
import { acceptJsonBodies } from '../ground/http/json-body.ts'
import { answerLate } from '../ground/http/late-answers.ts'
import { readLeniently } from '../ground/http/lenient.ts'
import { limitRequests } from '../ground/http/limits.ts'
import { answerUnknown } from '../ground/http/methods.ts'
import { createMetrics } from '../ground/http/metrics.ts'
import { describeInterface } from '../ground/http/openapi.ts'
import { diskFigures, processFigures } from '../ground/http/process-figures.ts'
import { checkAddresses } from '../ground/http/queries.ts'
import { createRequestIds } from '../ground/http/request-ids.ts'
import { logRequests } from '../ground/http/request-lines.ts'
import { traceRequests } from '../ground/http/request-spans.ts'
import { registerRoutes } from '../ground/http/routes.ts'
import { type Stopping, stopGracefully } from '../ground/http/stopping.ts'
import { maxBytes } from '../ground/http/text-bytes.ts'
import { serveWebClient } from '../ground/http/web-client.ts'
import { requireWellFormed } from '../ground/http/well-formed.ts'
import { backupFigures } from '../operate/backup/figures.ts'
import { doctorRoutes } from '../operate/doctor/routes.ts'
import { driftFigures } from '../operate/integrity/drift.ts'
import { setupRoutes } from '../operate/setup/routes.ts'
import { didRoutes } from '../outside/credentials/did-routes.ts'
import { credentialRoutes } from '../outside/credentials/routes.ts'
import { followRoutes } from '../outside/follows/routes.ts'
import { liveRoutes } from '../outside/live/routes.ts'
import { mcpRoutes } from '../outside/mcp/routes.ts'
import { outboxFigures } from '../outside/notifications/figures.ts'
import { notificationRoutes } from '../outside/notifications/routes.ts'
import { keyRequestRoutes } from '../outside/oauth/request-routes.ts'
import { oauthRoutes } from '../outside/oauth/routes.ts'
import { openDataRoutes } from '../outside/open-data/routes.ts'
import { pictureRoutes } from '../outside/pictures/routes.ts'
import { createPageHeads } from '../outside/previews/page-heads.ts'
import { linkPictureRoutes } from '../outside/previews/picture-routes.ts'
import { siteRoutes } from '../outside/previews/site-routes.ts'
import { configRoutes } from '../outside/public-config/routes.ts'
import { sponsoredGasRoutes } from '../outside/sponsored-gas/routes.ts'
import { fileRoutes } from '../people/files/routes.ts'
import { mailRoutes } from '../people/mail/routes.ts'
import { profileRoutes } from '../people/profile/routes.ts'
import { resolveRoutes } from '../people/resolve/routes.ts'
import { questRoutes } from '../quests/board/routes.ts'
import { pinWork } from '../quests/codehost/pin-work.ts'
import { codehostRoutes } from '../quests/codehost/routes.ts'
import { commentRoutes } from '../quests/comments/routes.ts'
import { contestRoutes } from '../quests/contests/routes.ts'
import { givingRoutes } from '../quests/giving/routes.ts'
import { payoutRoutes } from '../quests/payouts/routes.ts'
import { balanceFigures } from '../quests/rails/chain-rail/balance.ts'
import { escrowFigures } from '../quests/rails/chain-rail/figures.ts'
import { holdingFigures } from '../quests/rails/chain-rail/holdings.ts'
import { unservedFigures } from '../quests/rails/chain-rail/unserved.ts'
import { overdueFigures } from '../quests/rails/figures.ts'
import { thanksRoutes } from '../quests/thanks/routes.ts'
import { verifyRoutes } from '../quests/verify/routes.ts'
import { leaderboardRoutes } from '../rules/points/routes.ts'

const domains = [
  authRoutes,
  sessionRoutes,
  keyRoutes(requireUnfrozen),
  keyRequestRoutes,
  profileRoutes(pinWork),
  questRoutes,
  commentRoutes,
  mailRoutes,
  leaderboardRoutes,
  reputationRoutes,
  communityDaoRoutes,
  daoJsonRoutes,
  voteRoutes,
  payoutOfProposalRoutes,
  resolveRoutes,
  codehostRoutes,
  verifyRoutes,
  configRoutes,
  doctorRoutes,
  setupRoutes,
  fileRoutes,
  pictureRoutes,
  taskRoutes,
  payoutRoutes,
  contestRoutes,
  contestBallotRoutes,
  thanksRoutes,
  credentialRoutes,
  sponsoredGasRoutes,
  givingRoutes,
  moderationRoutes,
  accountRoutes,
  notificationRoutes,
  followRoutes,
]

/** Metrics in order: how busy the process is comes first, before it is asked for the rest. */
const told = [
  processFigures,
  diskFigures,
  escrowFigures,
  balanceFigures,
  overdueFigures,
  backupFigures,
  driftFigures,
  auditLogFigures,
  holdingFigures,
  unservedFigures,
  outboxFigures,
]

const kibibyte = 1_024
const second = 1_000

export async function createApp(context: Context): Promise<{ app: FastifyInstance; stopping: Stopping }> {
  const { config, log } = context
  const sendFailure = createSendFailure(config)
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    requestIdHeader: false,
    genReqId: createRequestIds(config) as never,
    // One line a request, written when it is answered, and no logger of its own for each.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: logger => logger,
    trustProxy: config.trustProxy,
    bodyLimit: 256 * kibibyte,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    schemaController: { compilersFactory },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, keywords: [maxBytes] } },
    frameworkErrors: (error, request, reply) =>
      sendFailure(error, request, reply.headers(headersFor(request))),
    clientErrorHandler: answerClientError,
    return503OnClosing: false,
    requestTimeout: 15 * second,
    keepAliveTimeout: 10 * second,
    // Longer than between two beats of a stream, and shorter than many a proxy waits.
    connectionTimeout: 24 * second,
    http: {
      headersTimeout: 10 * second,
      connectionsCheckingInterval: 2 * second,
      requireHostHeader: false,
    },
  }).withTypeProvider<TypeBoxTypeProvider>()

  const metrics = createMetrics(context, timeRequests(app))
  for (const figures of told) metrics.add(figures)
  admitRequests(app, context, metrics.countAnswer)
  closeGently(app.server)
  answerLate(app.server)
  const stopping = stopGracefully(app)
  traceRequests(app)
  logRequests(app, context)
  noteRefusals(app, context)
  answerFailures(app, sendFailure)
  const pages = await serveWebClient(app, config, createPageHeads(context))
  answerUnknown(app, pages)
  acceptJsonBodies(app)
  checkAddresses(app)
  readLeniently(app)
  await setHeaders(app, context)
  requireWellFormed(app)
  limitRequests(app, context)
  refuseFrozen(app, context)
  keepNothingPersonal(app)
  const findObstacle = reportHealth(app, context, metrics, stopping)
  listenForFigures(app, context, metrics, findObstacle)
  if (config.docs) await describeInterface(app, config)

  const boards = createBoards(createRevisionReader(context.db))
  const given = { context, boards }
  const live = liveRoutes({ metrics, stopping })
  await registerRoutes(app, [...domains, live], { ...given, prefix: config.basePath })
  // At the root, for visitors who follow a link; not part of the interface.
  const atRoot = [linkPictureRoutes, siteRoutes, didRoutes, openDataRoutes, mcpRoutes, oauthRoutes]
  await registerRoutes(app, atRoot, given)
  return { app, stopping }
}

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { accountRoutes } from './account/routes.ts'
import { driftFigures } from './audit/drift.ts'
import { auditLogFigures } from './audit-log/figures.ts'
import { noteRefusals } from './audit-log/refusals.ts'
import { keyRoutes } from './auth/key-routes.ts'
import { keepNothingPersonal } from './auth/no-store.ts'
import { authRoutes } from './auth/routes.ts'
import { sessionRoutes } from './auth/session-routes.ts'
import { backupFigures } from './backup/figures.ts'
import { codehostRoutes } from './codehost/routes.ts'
import { commentRoutes } from './comments/routes.ts'
import { communityDaoRoutes } from './community-dao/routes.ts'
import { voteRoutes } from './community-dao/vote-routes.ts'
import type { Context } from './context.ts'
import { createRevisionReader } from './db/revisions.ts'
import { doctorRoutes } from './doctor/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { admitRequests } from './http/admission.ts'
import { createBoards } from './http/boards.ts'
import { compilersFactory } from './http/compilers.ts'
import { timeRequests } from './http/durations.ts'
import { answerClientError, answerFailures, sendFailure } from './http/failures.ts'
import { listenForFigures } from './http/figures-port.ts'
import { closeGently } from './http/gentle-close.ts'
import { headersFor, setHeaders } from './http/headers.ts'
import { reportHealth } from './http/health.ts'
import { acceptJsonBodies } from './http/json-body.ts'
import { answerLate } from './http/late-answers.ts'
import { readLeniently } from './http/lenient.ts'
import { limitRequests } from './http/limits.ts'
import { answerUnknown } from './http/methods.ts'
import { createMetrics } from './http/metrics.ts'
import { describeInterface } from './http/openapi.ts'
import { diskFigures, processFigures } from './http/process-figures.ts'
import { checkAddresses } from './http/queries.ts'
import { createRequestIds } from './http/request-ids.ts'
import { logRequests } from './http/request-lines.ts'
import { traceRequests } from './http/request-spans.ts'
import { type Stopping, stopGracefully } from './http/stopping.ts'
import { maxBytes } from './http/text-bytes.ts'
import { serveWebClient } from './http/web-client.ts'
import { requireWellFormed } from './http/well-formed.ts'
import { leaderboardRoutes } from './leaderboard/routes.ts'
import { liveRoutes } from './live/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { outboxFigures } from './notifications/figures.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { pictureRoutes } from './pictures/routes.ts'
import { createPageHeads } from './previews/page-heads.ts'
import { linkPictureRoutes } from './previews/picture-routes.ts'
import { siteRoutes } from './previews/site-routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { configRoutes } from './public-config/routes.ts'
import { questRoutes } from './quests/routes.ts'
import { balanceFigures } from './rails/chain-rail/balance.ts'
import { escrowFigures } from './rails/chain-rail/figures.ts'
import { holdingFigures } from './rails/chain-rail/holdings.ts'
import { unservedFigures } from './rails/chain-rail/unserved.ts'
import { overdueFigures } from './rails/figures.ts'
import { reputationRoutes } from './reputation/routes.ts'
import { resolveRoutes } from './resolve/routes.ts'
import { requireUnfrozen } from './restraints/frozen.ts'
import { refuseFrozen } from './restraints/frozen-writes.ts'
import { taskRoutes } from './tasks/routes.ts'
import { verifyRoutes } from './verify/routes.ts'

/** Every domain of the interface, in the order of its document. */
const domains = [
  authRoutes,
  sessionRoutes,
  keyRoutes(requireUnfrozen),
  profileRoutes,
  questRoutes,
  commentRoutes,
  mailRoutes,
  leaderboardRoutes,
  reputationRoutes,
  communityDaoRoutes,
  voteRoutes,
  resolveRoutes,
  codehostRoutes,
  verifyRoutes,
  configRoutes,
  doctorRoutes,
  fileRoutes,
  pictureRoutes,
  taskRoutes,
  moderationRoutes,
  accountRoutes,
  notificationRoutes,
]

/** What is told at /metrics; first how busy the process is before it is asked for the rest. */
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

/** The whole service over HTTP, ready to listen or to be called directly; and how it stops. */
export async function createApp(context: Context): Promise<{ app: FastifyInstance; stopping: Stopping }> {
  const { config, log } = context
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
    // What still comes on a connection that is there is answered as ever.
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
  answerFailures(app)
  const pages = await serveWebClient(app, config, createPageHeads(context))
  answerUnknown(app, pages)
  acceptJsonBodies(app)
  checkAddresses(app)
  readLeniently(app)
  await setHeaders(app, context)
  requireWellFormed(app)
  await limitRequests(app, context)
  refuseFrozen(app, context)
  keepNothingPersonal(app)
  const findObstacle = reportHealth(app, context, metrics, stopping)
  listenForFigures(app, context, metrics, findObstacle)
  if (config.docs) await describeInterface(app, config.basePath)

  const boards = createBoards(createRevisionReader(context.db))
  for (const routes of [...domains, liveRoutes({ metrics, stopping })])
    await app.register(routes, { prefix: config.basePath, context, boards })
  // What is at the root, for who follows a link here: no part of the interface.
  for (const routes of [linkPictureRoutes, siteRoutes]) await app.register(routes, { context, boards })
  return { app, stopping }
}

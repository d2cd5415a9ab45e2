import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { Failed } from '../service/failed.tsx'
import { Loading } from '../ui/states.tsx'
import { lazyPage } from './lazy-page.tsx'
import { NotFound } from './not-found.tsx'
import { Shell } from './shell.tsx'

type Search = { [name: string]: string | undefined }

/** Filters and views are text in the URL; absent ones stay absent. */
const texts = (search: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      value === undefined || value === '' || value === null ? [] : [[name, String(value)]],
    ),
  )

const ofBoard = ['q', 'category', 'skill', 'token', 'status', 'sort', 'as']

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

/** Every page, loaded when it is first opened. */
const pages = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    validateSearch: texts,
    // The board was here: links to a choice of quests go on.
    beforeLoad: ({ search }) => {
      if (ofBoard.some(name => name in search)) throw redirect({ to: '/quests', search, replace: true })
    },
    component: lazyPage(() => import('../quests/front/front-page.tsx'), 'FrontPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/quests',
    validateSearch: texts,
    component: lazyPage(() => import('../quests/board/board-page.tsx'), 'BoardPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/quests/$id',
    component: lazyPage(() => import('../quests/quest/quest-page.tsx'), 'QuestPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/quests/$id/edit',
    component: lazyPage(() => import('../quests/post/edit-page.tsx'), 'EditQuestPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/quests/new',
    validateSearch: texts,
    component: lazyPage(() => import('../quests/post/post-page.tsx'), 'PostPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/quests/plan',
    validateSearch: texts,
    component: lazyPage(() => import('../quests/post/other-forms.ts'), 'PlanPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/quests/contest',
    validateSearch: texts,
    component: lazyPage(() => import('../quests/post/other-forms.ts'), 'ContestPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/quests/import',
    validateSearch: texts,
    component: lazyPage(() => import('../quests/many/many-page.tsx'), 'ManyPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/disputes',
    component: lazyPage(() => import('../quests/disputes/disputes-page.tsx'), 'DisputesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/tasks',
    component: lazyPage(() => import('../tasks/tasks-page.tsx'), 'TasksPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/pay',
    component: lazyPage(() => import('../quests/paying/due-page.tsx'), 'DuePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/giving',
    validateSearch: texts,
    component: lazyPage(() => import('../quests/giving/giving-page.tsx'), 'GivingPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/thanks',
    validateSearch: texts,
    component: lazyPage(() => import('../quests/thanks/thanks-page.tsx'), 'ThanksPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/credentials/{-$credential}',
    validateSearch: texts,
    component: lazyPage(() => import('../credentials/credentials-page.tsx'), 'CredentialsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/trust',
    component: lazyPage(() => import('../quests/trust/trust-page.tsx'), 'TrustPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/farmers',
    validateSearch: texts,
    component: lazyPage(() => import('../profile/farmers-page.tsx'), 'FarmersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/mail',
    validateSearch: texts,
    component: lazyPage(() => import('../mail/mail-page.tsx'), 'MailPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/mail/new',
    validateSearch: texts,
    component: lazyPage(() => import('../mail/compose-page.tsx'), 'ComposePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/profile',
    component: lazyPage(() => import('../profile/edit-page.tsx'), 'EditPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/notifications',
    component: lazyPage(() => import('../notifications/notifications-page.tsx'), 'NotificationsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/notifications/confirm',
    validateSearch: texts,
    component: lazyPage(() => import('../notifications/confirm-page.tsx'), 'ConfirmPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/leaderboard',
    validateSearch: texts,
    component: lazyPage(() => import('../leaderboard/leaderboard-page.tsx'), 'LeaderboardPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reputation/$address',
    component: lazyPage(() => import('../reputation/reputation-page.tsx'), 'ReputationPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/community-dao',
    validateSearch: texts,
    component: lazyPage(() => import('../community-dao/dao-page.tsx'), 'DaoPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/moderation',
    validateSearch: texts,
    component: lazyPage(() => import('../moderation/moderation-page.tsx'), 'ModerationPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/community-dao/proposals/$id',
    component: lazyPage(() => import('../community-dao/proposal-page.tsx'), 'ProposalPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/doctor',
    component: lazyPage(() => import('../doctor/doctor-page.tsx'), 'DoctorPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/setup',
    validateSearch: texts,
    component: lazyPage(() => import('../doctor/setup-page.tsx'), 'SetupPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/profile/$address',
    component: lazyPage(() => import('../profile/profile-page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/authorize',
    validateSearch: texts,
    component: lazyPage(() => import('../auth/authorize-page.tsx'), 'AuthorizePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/codehost/callback',
    validateSearch: texts,
    component: lazyPage(() => import('../codehost/callback-page.tsx'), 'CallbackPage'),
  }),
] as const

export const router = createRouter({
  routeTree: root.addChildren(pages),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: () => <Loading />,
  defaultErrorComponent: ({ error, reset }) => <Failed error={error} retry={reset} />,
  // `?page=2` stays text.
  parseSearch: search => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: search => {
    const text = String(new URLSearchParams(texts(search) as Record<string, string>))
    return text === '' ? '' : `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

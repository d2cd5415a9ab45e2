import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useSession } from '../auth/session.tsx'
import { sumOf, useTaskCounts } from '../auth/task-counts.ts'
import { UnreadCount } from '../mail/unread-count.tsx'
import { useCard } from '../service/cards.ts'
import { Face } from '../service/face.tsx'
import { base } from '../service/furrow.ts'
import { shownName } from '../service/shown-name.ts'
import { publicConfig } from '../service/use-config.ts'
import { sameAddress, shortAddress } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { community } from '../ui/community.ts'
import { Count } from '../ui/count.tsx'
import { Loading } from '../ui/states.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { NavIcon } from './nav-icon.tsx'
import { PersonCards } from './person-cards.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { readTheme, setTheme, type Theme } from './theme.ts'

const DemoBanner = lazy(() => import('./demo-banner.tsx').then(({ DemoBanner }) => ({ default: DemoBanner })))

const places = [
  { to: '/quests', label: t`Quests`, icon: 'quests' },
  { to: '/farmers', label: t`Farmers`, icon: 'farmers' },
  { to: '/leaderboard', label: t`Leaderboard`, icon: 'leaderboard' },
  { to: '/community-dao', label: t`DAO`, icon: 'dao' },
  { to: '/mail', label: t`Mail`, icon: 'mail' },
  { to: '/profile', label: t`Profile`, icon: 'profile' },
] as const

/** A quest's page is no part of the board, and somebody else's profile is not the reader's. */
const isOnePage = (to: string) => to === '/quests' || to === '/profile'

/** Only five fit; the reader's picture, at the top, leads to their profile. */
const onPhone = places.filter(({ to }) => to !== '/profile')

export function Shell() {
  const { name } = community
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: state => state.location.pathname })
  const first = useRef(true)
  // The focus goes to a new page's heading, for people who do not see that the page changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect follows the path
  useEffect(() => {
    if (!first.current) main.current?.focus({ preventScroll: true })
    first.current = false
  }, [path])
  return (
    <div
      className={`grid min-h-dvh ${community.demo ? 'grid-rows-[auto_auto_1fr_auto]' : 'grid-rows-[auto_1fr_auto]'}`}
    >
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-moss px-4 py-2 font-semibold text-on-moss focus:translate-y-0"
      >
        <Trans>Skip to the content</Trans>
      </a>
      {/* Its place is kept while it loads. */}
      {community.demo && (
        <div className="min-h-9 print:hidden">
          <Suspense fallback={null}>
            <DemoBanner />
          </Suspense>
        </div>
      )}
      <Header />
      <StaleNotice />
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="mx-auto min-h-[calc(100dvh-4rem)] w-full max-w-6xl px-4 py-6 outline-none sm:px-6 sm:py-10"
      >
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      <footer className="furrows border-t border-line px-4 py-8 pb-28 text-center text-sm text-muted md:pb-8">
        <p>
          <Trans>{name}: take a quest, finish it, get paid.</Trans>
        </p>
        <p className="mt-1">
          <a href="/docs/start" className="underline">
            <Trans>Help</Trans>
          </a>
          {' · '}
          <a href={`${base}/docs`} className="underline">
            API
          </a>
          {' · '}
          <LanguageChoice />
        </p>
      </footer>
      <PhoneNav />
      <PersonCards />
    </div>
  )
}

function Header() {
  const { address, ask } = useSession()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper/95 backdrop-blur">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-2 px-4 max-[22rem]:px-3 sm:px-6">
        <Link
          to="/"
          className="flex min-w-8 items-center gap-2 rounded-lg font-semibold sm:mr-2 sm:gap-2.5 sm:text-xl"
        >
          <img src={community.logo} alt="" className="size-8 shrink-0 rounded-lg object-contain" />
          {/* On a narrow screen, the links of a signed-in reader need this room. */}
          <span dir="auto" className={`truncate ${address === null ? '' : 'max-lg:sr-only'}`}>
            {community.name}
          </span>
        </Link>
        <nav aria-label={t`Main`} className="hidden items-center gap-1 md:flex">
          {places.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              activeOptions={{ exact: isOnePage(to), includeSearch: false }}
              className={`rounded-full px-2.5 py-2 text-sm font-semibold whitespace-nowrap lg:px-3.5 text-muted hover:bg-moss-soft hover:text-ink aria-[current=page]:bg-moss-soft aria-[current=page]:text-moss ${to === '/profile' ? 'hidden lg:inline' : ''}`}
            >
              {label}
              {to === '/mail' && <UnreadCount />}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1.5 max-[22rem]:gap-0">
          <ThemeButton />
          {address === null ? (
            <Button variant="primary" className="whitespace-nowrap" onClick={ask}>
              <Trans>Sign in</Trans>
            </Button>
          ) : (
            <Account address={address} />
          )}
        </div>
      </div>
    </header>
  )
}

function Account({ address }: { address: string }) {
  const { signOut } = useSession()
  const { data: config } = useQuery(publicConfig)
  const own = shownName(useCard(address))
  return (
    <>
      <TasksLink />
      {sameAddress(address, config?.platformWallet) && (
        <>
          <IconLink to="/disputes" label={t`Disputes`} icon="disputes" />
          {/* Elsewhere, the page of tasks leads there. */}
          <span className="max-lg:hidden">
            <IconLink to="/moderation" label={t`Moderation`} icon="moderation" />
          </span>
          <IconLink to="/doctor" label={t`Doctor`} icon="doctor" />
        </>
      )}
      <Link
        to="/profile"
        title={address}
        className="flex items-center gap-2 rounded-full border border-line bg-card p-1 text-sm font-semibold tabular-nums hover:border-moss sm:max-md:pr-3 lg:pr-3"
      >
        <Face address={address} size={30} />
        <span className="sr-only">
          <Trans>Your profile</Trans>
        </span>
        <span className="hidden max-w-40 truncate sm:max-md:inline lg:inline">
          <bdi>{own?.name ?? shortAddress(address)}</bdi>
        </span>
      </Link>
      <Button variant="quiet" onClick={signOut} className="px-2" title={t`Sign out`}>
        <NavIcon name="sign-out" />
        <span className="sr-only">
          <Trans>Sign out</Trans>
        </span>
      </Button>
    </>
  )
}

function IconLink({
  to,
  label,
  icon,
}: {
  to: '/disputes' | '/doctor' | '/moderation'
  label: string
  icon: string
}) {
  return (
    <Link
      to={to}
      aria-label={label}
      title={label}
      className="grid size-10 place-items-center rounded-full text-muted hover:bg-moss-soft hover:text-ink aria-[current=page]:text-moss"
    >
      <NavIcon name={icon} />
    </Link>
  )
}

function TasksLink() {
  const counts = useTaskCounts()
  const count = counts ? sumOf(counts) : 0
  return (
    <Link
      to="/tasks"
      title={t`Tasks`}
      className="relative grid size-10 place-items-center rounded-full text-muted hover:bg-moss-soft hover:text-ink aria-[current=page]:text-moss"
    >
      <NavIcon name="tasks" />
      <span className="sr-only">
        <Trans>Tasks</Trans>
      </span>
      <Count
        count={count}
        of={t({
          message: plural(count, { one: 'wait for you', other: 'wait for you' }),
          comment: 'After a number: how many tasks of the reader',
        })}
        className="absolute -top-0.5 -right-1"
      />
    </Link>
  )
}

const themes: Record<Theme, { next: Theme; label: string; icon: string }> = {
  system: { next: 'light', label: t`Theme: as the system`, icon: 'system' },
  light: { next: 'dark', label: t`Theme: light`, icon: 'sun' },
  dark: { next: 'system', label: t`Theme: dark`, icon: 'moon' },
}

function ThemeButton() {
  const [theme, choose] = useState(readTheme)
  const { next, label, icon } = themes[theme]
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="grid size-10 place-items-center rounded-full text-muted hover:bg-moss-soft hover:text-ink"
      onClick={() => {
        setTheme(next)
        choose(next)
      }}
    >
      <NavIcon name={icon} />
    </button>
  )
}

/** A phone's navigation is where the thumb is. */
function PhoneNav() {
  return (
    <nav
      aria-label={t`Main`}
      className="fixed inset-x-0 bottom-0 z-30 flex justify-around border-t border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {onPhone.map(({ to, label, icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: isOnePage(to), includeSearch: false }}
          className="grid min-h-14 flex-1 place-items-center content-center gap-0.5 text-xs font-semibold text-muted aria-[current=page]:text-moss"
        >
          <NavIcon name={icon} />
          <span>
            {label}
            {to === '/mail' && <UnreadCount />}
          </span>
        </Link>
      ))}
    </nav>
  )
}

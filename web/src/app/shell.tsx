import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useSession } from '../auth/session.tsx'
import { UnreadCount } from '../mail/unread-count.tsx'
import { base } from '../service/furrow.ts'
import { publicConfig } from '../service/use-config.ts'
import { sameAddress, shortAddress } from '../ui/address.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Loading } from '../ui/states.tsx'
import { NavIcon } from './nav-icon.tsx'
import { readTheme, setTheme, type Theme } from './theme.ts'

const places = [
  { to: '/', label: 'Quests', icon: 'quests' },
  { to: '/leaderboard', label: 'Leaderboard', icon: 'leaderboard' },
  { to: '/community-dao', label: 'DAO', icon: 'dao' },
  { to: '/mail', label: 'Mail', icon: 'mail' },
  { to: '/profile', label: 'Profile', icon: 'profile' },
] as const

export function Shell() {
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: state => state.location.pathname })
  const first = useRef(true)
  // A new page begins at its heading for those who do not see that the page changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it follows
  useEffect(() => {
    if (!first.current) main.current?.focus({ preventScroll: true })
    first.current = false
  }, [path])
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-moss px-4 py-2 font-semibold text-on-moss focus:translate-y-0"
      >
        Skip to the content
      </a>
      <Header />
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="mx-auto w-full max-w-6xl px-4 py-8 outline-none sm:px-6 sm:py-10"
      >
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      <footer className="furrows border-t border-line px-4 py-8 pb-28 text-center text-sm text-muted md:pb-8">
        <p>Furrow: quests for communities, paid when the work is merged.</p>
        <p className="mt-1">
          <a href={`${base}/docs`} className="underline">
            For programs: the interface
          </a>
        </p>
      </footer>
      <PhoneNav />
    </div>
  )
}

function Header() {
  const { address, ask } = useSession()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper/95 backdrop-blur">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-2 px-4 sm:px-6">
        <Link to="/" className="mr-2 flex items-center gap-2.5 rounded-lg font-serif text-xl font-semibold">
          <img src="/favicon.svg" alt="" className="size-8" />
          Furrow
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          {places.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              className="rounded-full px-3.5 py-2 text-sm font-semibold text-muted hover:bg-moss-soft hover:text-ink aria-[current=page]:bg-moss-soft aria-[current=page]:text-moss"
            >
              {label}
              {to === '/mail' && <UnreadCount />}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1.5">
          <ThemeButton />
          {address === null ? (
            <Button variant="primary" onClick={ask}>
              Sign in
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
  return (
    <>
      {sameAddress(address, config?.platformWallet) && (
        <Link
          to="/doctor"
          aria-label="Doctor"
          title="Doctor"
          className="grid size-10 place-items-center rounded-full text-muted hover:bg-moss-soft hover:text-ink aria-[current=page]:text-moss"
        >
          <NavIcon name="doctor" />
        </Link>
      )}
      <span
        title={address}
        className="flex items-center gap-2 rounded-full border border-line bg-card p-1 pr-3 text-sm font-semibold tabular-nums"
      >
        <Avatar address={address} size={30} />
        <span className="hidden sm:inline">{shortAddress(address)}</span>
      </span>
      <Button variant="quiet" onClick={signOut}>
        Sign out
      </Button>
    </>
  )
}

const themes: Record<Theme, { next: Theme; label: string; icon: string }> = {
  system: { next: 'light', label: 'Theme: as the system', icon: 'system' },
  light: { next: 'dark', label: 'Theme: light', icon: 'sun' },
  dark: { next: 'system', label: 'Theme: dark', icon: 'moon' },
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

/** On a phone the places are where the thumb is. */
function PhoneNav() {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 flex justify-around border-t border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {places.map(({ to, label, icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === '/', includeSearch: false }}
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

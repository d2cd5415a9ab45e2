import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type RouteComponent, useRouter } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { Failed } from '../service/failed.tsx'
import { Page } from '../ui/page.tsx'
import { Loading } from '../ui/states.tsx'

/** The pause between tries while a page that failed to load is open. */
const againEvery = 10_000

type LazyPage = RouteComponent & { preload(): Promise<void> }

/**
 * A page loaded when it is first opened. If loading fails, there is a message and a way back, and it is tried again by itself;
 * the app is never reloaded, since a reader without a connection would lose both.
 */
export function lazyPage(load: () => Promise<object>, name: string): LazyPage {
  let loaded: ComponentType | undefined
  const preload = async () => {
    loaded ??= ((await load()) as Record<string, ComponentType>)[name]
  }

  function Lazy() {
    const [, setTries] = useState(0)
    const [error, setError] = useState<unknown>(null)
    const router = useRouter()
    useEffect(() => {
      if (loaded || error !== null) return
      preload().then(() => setTries(tries => tries + 1), setError)
    }, [error])
    useEffect(() => {
      if (error === null) return
      const again = () =>
        preload().then(
          () => setError(null),
          () => {},
        )
      const timer = setInterval(again, againEvery)
      window.addEventListener('online', again)
      return () => {
        clearInterval(timer)
        window.removeEventListener('online', again)
      }
    }, [error])
    if (loaded) return createPage(loaded)
    if (error === null) return <Loading />
    return (
      <Page title={t`Not loaded`}>
        <Failed error={new TypeError()} retry={() => setError(null)} />
        <button type="button" className="justify-self-start underline" onClick={() => router.history.back()}>
          <Trans>Back to where you were</Trans>
        </button>
      </Page>
    )
  }
  // The page before stays while this one loads; the component reports a failure.
  return Object.assign(Lazy, { preload: () => preload().catch(() => {}) })
}

function createPage(Loaded: ComponentType) {
  return <Loaded />
}

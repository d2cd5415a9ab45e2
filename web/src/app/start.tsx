import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { sweepTexts } from '../auth/kept-text.ts'
import { SessionProvider } from '../auth/session-provider.tsx'
import { i18n } from '../language/i18n.ts'
import { sweepSent } from '../quests/escrow/sent.ts'
import { queryClient } from '../service/query-client.ts'
import { askConfig } from '../service/use-config.ts'
import { community } from '../ui/community.ts'
import { ToastProvider } from '../ui/toast.tsx'
import { setAccent } from './accent.ts'
import { router } from './routes.tsx'
import { readTheme, setTheme } from './theme.ts'

setTheme(readTheme())
setAccent(community.accent)
sweepTexts()
sweepSent()
askConfig()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <SessionProvider>
            <RouterProvider router={router} />
          </SessionProvider>
        </ToastProvider>
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
)

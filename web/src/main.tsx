import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './app/routes.tsx'
import { queryClient } from './service/query-client.ts'
import { askConfig } from './service/use-config.ts'
import { community } from './ui/community.ts'
import './app/styles.css'
import { setAccent } from './app/accent.ts'
import { readTheme, setTheme } from './app/theme.ts'
import { sweepTexts } from './auth/kept-text.ts'
import { SessionProvider } from './auth/session-provider.tsx'
import { sweepSent } from './quests/escrow/sent.ts'
import { ToastProvider } from './ui/toast.tsx'

setTheme(readTheme())
setAccent(community.accent)
sweepTexts()
sweepSent()
askConfig()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </ToastProvider>
    </QueryClientProvider>
  </StrictMode>,
)

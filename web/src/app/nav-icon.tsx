const paths: Record<string, string> = {
  quests: 'M4 19V6l4-2 4 2 4-2 4 2v13l-4-2-4 2-4-2-4 2ZM8 4v13m4-11v13m4-15v13',
  farmers:
    'M8 6a3 3 0 1 1 0 6 3 3 0 0 1 0-6Zm8 0a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM2 19c0-3 2.5-5 6-5s6 2 6 5m2-5c3.5 0 6 2 6 5',
  tasks: 'M4 6l2 2 3-3M4 12l2 2 3-3M4 18l2 2 3-3M12 7h8M12 13h8M12 19h8',
  leaderboard: 'M5 20v-7h4v7m1 0V5h4v15m1 0v-10h4v10M3 20h18',
  dao: 'M12 4a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM4 20c0-4 3.5-6 8-6s8 2 8 6',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  profile: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM5 20a7 7 0 0 1 14 0',
  doctor: 'M4 13h4l2-6 4 11 2-5h4',
  moderation: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6l7-3Zm-3 9 2 2 4-4',
  disputes: 'M12 4v16m-4 0h8M5 7h14M5 7l-3 6h6L5 7Zm14 0-3 6h6l-3-6Z',
  'sign-out': 'M10 4H5v16h5M15 8l4 4-4 4m4-4H9',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2v3m0 14v3M2 12h3m14 0h3M5 5l2 2m10 10 2 2M5 19l2-2M17 7l2-2',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5Z',
  system: 'M4 5h16v11H4zM9 20h6m-3-4v4',
}

export function NavIcon({ name }: { name: string }) {
  return (
    <svg viewBox="0 0 24 24" className="size-5.5" aria-hidden="true">
      <path d={paths[name]} fill="none" stroke="currentColor" strokeWidth="1.8" />
    </svg>
  )
}

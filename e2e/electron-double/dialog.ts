/** `dialog`: nobody is there to answer, so every dialog is cancelled. Specs put their own answers in place of these. */
interface WithCancel {
  cancelId?: number
}

export const dialog = {
  showOpenDialog: async () => ({ canceled: true, filePaths: [] as string[] }),
  showSaveDialog: async () => ({ canceled: true, filePath: '' }),
  showMessageBox: async (...args: unknown[]) => ({ response: (args.at(-1) as WithCancel).cancelId ?? 0, checkboxChecked: false }),
  showErrorBox: (title: string, content: string): void => console.error(`${title}: ${content}`)
}

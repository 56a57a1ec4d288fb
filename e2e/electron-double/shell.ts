/** `shell`: the desktop outside. Nothing is ever opened; specs put a recorder in place of what they want to see. */
export const shell = {
  openPath: async (_path: string): Promise<string> => '',
  openExternal: async (_url: string): Promise<void> => {},
  showItemInFolder: (_path: string): void => {}
}

; Inno Setup: one file for Windows, for this user alone (no administrator), with an entry in the start menu.
; Written and not yet tried. iscc /DVersion=1.0.0 /DSource=out\romme-club .ci\installer.iss
[Setup]
AppId=romme-club
AppName=Rommé-Club
AppVersion={#Version}
DefaultDirName={localappdata}\Programs\romme-club
PrivilegesRequired=lowest
DisableProgramGroupPage=yes
OutputBaseFilename=romme-club-{#Version}-windows
Compression=lzma2
SolidCompression=yes

[Languages]
Name: "german"; MessagesFile: "compiler:Languages\German.isl"

[Files]
Source: "{#Source}\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{userprograms}\Rommé-Club"; Filename: "{app}\Romme-Club.cmd"; WorkingDir: "{app}"

[Run]
Filename: "{app}\Romme-Club.cmd"; Description: "Rommé-Club starten"; Flags: postinstall nowait skipifsilent

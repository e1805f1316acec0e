import { sendFirstRequests } from "./first-requests.ts";
import { applyTheme } from "./shell/preference/preferences.ts";

void import("./start.tsx");
applyTheme();
sendFirstRequests();

import { sendFirstRequests } from "./first-requests.ts";
import { applyTheme } from "./layout/preference/preferences.ts";

void import("./start.tsx");
applyTheme();
sendFirstRequests();

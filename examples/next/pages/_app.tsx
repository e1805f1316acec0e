import { Analytics } from "footfall-tracker/next";
import type { AppProps } from "next/app";

/** Pages that still use the older router. */
const Pages = ({ Component, pageProps }: AppProps) => (
	<>
		<Component {...pageProps} />
		<Analytics
			siteId={process.env.NEXT_PUBLIC_FOOTFALL_SITE_ID ?? ""}
			host={process.env.NEXT_PUBLIC_FOOTFALL_HOST ?? ""}
		/>
	</>
);
export default Pages;

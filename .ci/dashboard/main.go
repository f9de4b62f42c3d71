// Checks a Grafana dashboard against Grafana's own schema, that of each kind of panel included: what
// is unknown, missing or of another type is an error. Then prints its queries as a file of rules,
// for promtool to read.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/grafana/grafana-foundation-sdk/go/bargauge"
	"github.com/grafana/grafana-foundation-sdk/go/cog"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/grafana/grafana-foundation-sdk/go/heatmap"
	"github.com/grafana/grafana-foundation-sdk/go/prometheus"
	"github.com/grafana/grafana-foundation-sdk/go/stat"
	"github.com/grafana/grafana-foundation-sdk/go/timeseries"
)

// What Grafana puts in the place of variables that stand outside of strings.
var variables = strings.NewReplacer(
	"$__rate_interval", "5m",
	"$__range", "6h",
	"$top", "10",
)

func main() {
	if len(os.Args) != 2 {
		fail("name the dashboard's file, and nothing else.")
	}
	file := os.Args[1]
	text, err := os.ReadFile(file)
	if err != nil {
		fail("%v", err)
	}
	printRules(file, check(file, text))
}

// check ends the program when something is wrong.
func check(file string, text []byte) dashboard.Dashboard {
	plugins := cog.NewRuntime()
	plugins.RegisterPanelcfgVariant(bargauge.VariantConfig())
	plugins.RegisterPanelcfgVariant(heatmap.VariantConfig())
	plugins.RegisterPanelcfgVariant(stat.VariantConfig())
	plugins.RegisterPanelcfgVariant(timeseries.VariantConfig())
	plugins.RegisterDataqueryVariant(prometheus.VariantConfig())
	var checked dashboard.Dashboard
	if err := checked.UnmarshalJSONStrict(text); err != nil {
		fail("%s is not what Grafana's schema says:\n%v", file, err)
	}
	if err := checked.Validate(); err != nil {
		fail("%s is not what Grafana's schema says:\n%v", file, err)
	}
	return checked
}

func printRules(file string, checked dashboard.Dashboard) {
	fmt.Println("groups:\n  - name: dashboard\n    rules:")
	count := 0
	for _, each := range checked.Panels {
		if each.Panel == nil {
			continue
		}
		panel := each.Panel
		switch panel.Type {
		case "bargauge", "heatmap", "stat", "timeseries":
		default:
			fail("%s has a panel of type %s, which is not checked: add that to main.go.", file, panel.Type)
		}
		for _, target := range panel.Targets {
			query, ok := target.(*prometheus.Dataquery)
			if !ok {
				fail("%s: a query of panel %q is not one of Prometheus.", file, *panel.Title)
			}
			expr, err := json.Marshal(variables.Replace(query.Expr))
			if err != nil {
				fail("%v", err)
			}
			count++
			fmt.Printf("      - record: panel_%d_query_%d\n        expr: %s\n", *panel.Id, count, expr)
		}
	}
	if count == 0 {
		fail("%s has no query.", file)
	}
}

func fail(format string, arguments ...any) {
	fmt.Fprintf(os.Stderr, "dashboard: "+format+"\n", arguments...)
	os.Exit(1)
}
